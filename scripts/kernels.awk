# Lines of core, kernel, type, length, and instructions of the portable kernel and of C become the
# tables of docs/cmsis-dsp.md, one for each core and one of square matrices.
BEGIN {
    shown = split("add scale neg fill copy sum norm dot mse mat_vec_3 mat_vec_8 clamp exp", kernel)
    title["add"] = "`add`, `sub`, `mul`"
    title["scale"] = "`scale`, `offset`"
    title["neg"] = "`neg`, `abs`"
    title["mat_vec_3"] = "`mat_vec`, 3 rows"
    title["mat_vec_8"] = "`mat_vec`, 8 rows"
    name["m4f"] = "M4F"
    name["m7f"] = "M7F"
    name["m55"] = "M55"
    name["m0plus"] = "M0+"
    lengths = split("8 16 32 64 128 256", length_of)
    squares = split("4 8 16", rows_of)
}

$3 == "f32" {
    if ($1 != cores[core_count]) cores[++core_count] = $1
    counts[$1, $2, $4] = $5 " / " $6
}

END {
    for (c = 1; c <= core_count; c++) {
        core = cores[c]
        printf "| %s | 8 | 16 | 32 | 64 | 128 | 256 |\n| --- | --- | --- | --- | --- | --- | --- |\n", name[core]
        for (k = 1; k <= shown; k++) {
            printf "| %s |", (kernel[k] in title) ? title[kernel[k]] : "`" kernel[k] "`"
            for (l = 1; l <= lengths; l++) printf " %s |", counts[core, kernel[k], length_of[l]]
            print ""
        }
        print ""
    }
    print "| square matrices, rows | 4 | 8 | 16 |\n| --- | --- | --- | --- |"
    for (c = 1; c <= core_count; c++) {
        for (k = 1; k <= 2; k++) {
            kernel_name = k == 1 ? "mat_mul" : "transpose"
            printf "| `%s`, %s |", kernel_name, name[cores[c]]
            for (l = 1; l <= squares; l++) printf " %s |", counts[cores[c], kernel_name, rows_of[l]]
            print ""
        }
    }
}
