# Lines of core, row, column, instructions, and bytes of gradients, of working memory, of stack and
# of flash become tables; with `short` one of instructions on M4F and M55. With `check` the exit
# status tells whether the bars of these two hold.
BEGIN {
    title["scale2"] = "`scale`, N = 2"
    title["scale256"] = "`scale`, N = 256"
    title["iris"] = "Iris 4-8-3"
    title["iris_sgd"] = "Iris 4-8-3 and a step"
    title["mlp"] = "MLP 64-64-10"
    title["lms"] = "LMS, 32 taps, and a step"
    title["chain"] = "chain, N = 128"
    columns = split("portable cmsis reference lto dynamic", column)
}

{
    if ($1 != cores[core_count]) cores[++core_count] = $1
    if (core_count == 1 && $2 != rows[row_count]) rows[++row_count] = $2
    instructions[$1, $2, $3] = $4
    ram[$1, $2, $3] = $5 + $6
    stack[$1, $2, $3] = $7
    flash[$1, $2, $3] = $8
}

# The kernel set of this library that takes fewer instructions.
function better(core, row) {
    return instructions[core, row, "cmsis"] < instructions[core, row, "portable"] ? "cmsis" : "portable"
}

function head(core, what, more) {
    printf "\n| %s, %s | `Portable` | `Cmsis` | kernels | kernels, LTO | run-time tape |%s\n", \
        toupper(core), what, more
    printf "| --- | --- | --- | --- | --- | --- |%s\n", (more ? " --- | --- |" : "")
}

function at_most(core, row, found, limit, what) {
    if (check && core != "m7f" && found > limit) {
        printf "%s, %s: %d %s, more than %d\n", toupper(core), title[row], found, what, limit \
            > "/dev/stderr"
        failed = 1
    }
}

function tables(core,    r, row, i, kernels, tape, set, best) {
    head(core, "instructions", " better set / kernels | / run-time tape |")
    for (r = 1; r <= row_count; r++) {
        row = rows[r]
        printf "| %s |", title[row]
        for (i = 1; i <= columns; i++) printf " %d |", instructions[core, row, column[i]]
        kernels = instructions[core, row, "reference"]
        tape = instructions[core, row, "dynamic"]
        set = better(core, row)
        best = instructions[core, row, set]
        printf " %.2f | %.2f |\n", best / kernels, best / tape
        at_most(core, row, best, kernels, "instructions")
        at_most(core, row, best, (row ~ /^(scale2|iris)$/ ? 0.5 : 0.8) * tape, "instructions")
        at_most(core, row, ram[core, row, set], 1.05 * ram[core, row, "reference"], "bytes of RAM")
    }
    head(core, "bytes of flash")
    for (r = 1; r <= row_count; r++) {
        printf "| %s |", title[rows[r]]
        for (i = 1; i <= columns; i++) printf " %d |", flash[core, rows[r], column[i]]
        print ""
    }
    head(core, "bytes of RAM + stack")
    for (r = 1; r <= row_count; r++) {
        printf "| %s |", title[rows[r]]
        for (i = 1; i <= columns; i++) {
            printf " %d + %d |", ram[core, rows[r], column[i]], stack[core, rows[r], column[i]]
        }
        print ""
    }
}

function short_table(    r, c, core, row) {
    print "| gradient | M4F | kernels by hand | run-time tape | M55 | kernels by hand | run-time tape |"
    print "| --- | --- | --- | --- | --- | --- | --- |"
    for (r = 1; r <= row_count; r++) {
        row = rows[r]
        printf "| %s |", title[row]
        for (c = 1; c <= 2; c++) {
            core = c == 1 ? "m4f" : "m55"
            printf " %d | %d | %d |", instructions[core, row, better(core, row)], \
                instructions[core, row, "reference"], instructions[core, row, "dynamic"]
        }
        print ""
    }
}

END {
    if (short) {
        short_table()
    } else {
        for (c = 1; c <= core_count; c++) tables(cores[c])
    }
    exit failed
}
