//! Fisher's Iris data, read by the compiler.

/// A flower: four features in millimetres, and the class.
pub type Flower = ([u8; 4], u8);

/// All 150, fifty of each class in turn.
pub static FLOWERS: [Flower; 150] = parse(include_bytes!("../../data/iris.csv"));

/// The first line names the columns. The features are centimetres with one decimal each, so
/// leaving out the point gives millimetres.
const fn parse(text: &[u8]) -> [Flower; 150] {
    let mut flowers = [([0; 4], 0); 150];
    let (mut at, mut row, mut column) = (0, 0, 0);
    while text[at] != b'\n' {
        at += 1;
    }
    while row < flowers.len() {
        at += 1;
        let flower = &mut flowers[row];
        match text[at] {
            b'\n' => (row, column) = (row + 1, 0),
            b',' => column += 1,
            b'.' => {}
            digit if column < 4 => flower.0[column] = 10 * flower.0[column] + digit - b'0',
            digit => flower.1 = digit - b'0',
        }
    }
    flowers
}
