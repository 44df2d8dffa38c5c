//! The panic handler of all images.
#![no_std]

#[cfg(target_os = "none")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    unsafe extern "C" {
        // Defined nowhere. The linker drops this handler when nothing can panic, and
        // otherwise stops at a symbol that says what is wrong.
        safe fn a_panic_is_reachable() -> !;
    }
    a_panic_is_reachable()
}
