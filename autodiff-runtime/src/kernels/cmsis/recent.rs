//! What the bindings, of release 5.7.0, lack. Source: the headers `dsp/basic_math_functions.h`,
//! `dsp/fast_math_functions.h`, `dsp/matrix_functions.h`, `dsp/statistics_functions.h` and
//! `dsp/support_functions.h` of CMSIS-DSP 1.17.

use cmsis_dsp_sys_pregenerated::{
    arm_matrix_instance_f32, arm_matrix_instance_f64, arm_status::Type as Status,
};

unsafe extern "C" {
    pub fn arm_atan2_f32(y: f32, x: f32, result: *mut f32) -> Status;
    pub fn arm_clip_f32(source: *const f32, result: *mut f32, low: f32, high: f32, count: u32);
    pub fn arm_accumulate_f32(source: *const f32, count: u32, result: *mut f32);
    pub fn arm_mse_f32(a: *const f32, b: *const f32, count: u32, result: *mut f32);
    pub fn arm_mat_vec_mult_f32(
        matrix: *const arm_matrix_instance_f32,
        vector: *const f32,
        result: *mut f32,
    );

    pub fn arm_abs_f64(source: *const f64, result: *mut f64, count: u32);
    pub fn arm_accumulate_f64(source: *const f64, count: u32, result: *mut f64);
    pub fn arm_add_f64(a: *const f64, b: *const f64, result: *mut f64, count: u32);
    pub fn arm_copy_f64(source: *const f64, result: *mut f64, count: u32);
    pub fn arm_dot_prod_f64(a: *const f64, b: *const f64, count: u32, result: *mut f64);
    pub fn arm_fill_f64(value: f64, result: *mut f64, count: u32);
    pub fn arm_mean_f64(source: *const f64, count: u32, result: *mut f64);
    pub fn arm_mse_f64(a: *const f64, b: *const f64, count: u32, result: *mut f64);
    pub fn arm_mult_f64(a: *const f64, b: *const f64, result: *mut f64, count: u32);
    pub fn arm_negate_f64(source: *const f64, result: *mut f64, count: u32);
    pub fn arm_offset_f64(source: *const f64, offset: f64, result: *mut f64, count: u32);
    pub fn arm_power_f64(source: *const f64, count: u32, result: *mut f64);
    pub fn arm_scale_f64(source: *const f64, scale: f64, result: *mut f64, count: u32);
    pub fn arm_sub_f64(a: *const f64, b: *const f64, result: *mut f64, count: u32);
    pub fn arm_mat_mult_f64(
        a: *const arm_matrix_instance_f64,
        b: *const arm_matrix_instance_f64,
        result: *mut arm_matrix_instance_f64,
    ) -> Status;
    pub fn arm_mat_trans_f64(
        source: *const arm_matrix_instance_f64,
        result: *mut arm_matrix_instance_f64,
    ) -> Status;
}
