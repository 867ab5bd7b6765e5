//! Figures as SVG and PNG: lines over time with their spread, and scatter plots.
//!
//! Letters in an SVG are text; in a PNG they are drawn from a small table of our own ([`super::letters`]), so that no
//! font has to be installed.

use super::letters;
use super::write_atomically;
use plotters::coord::Shift;
use plotters::prelude::*;
use std::path::Path;

/// What stands in a figure.
pub struct Figure {
    pub title: String,
    pub x: String,
    pub y: String,
    pub series: Vec<Series>,
}

/// One line or cloud.
pub struct Series {
    pub name: String,
    pub points: Vec<(f64, f64)>,
    pub shape: Shape,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Steps from point to point: the value holds until the next one.
    Steps,
    /// Thin steps in a paler colour.
    Faint,
    Dots,
}

#[derive(Debug, thiserror::Error)]
#[error("cannot draw: {0}")]
pub struct PlotError(String);

const SIZE: (u32, u32) = (800, 520);
const FRAME: (i32, i32, i32, i32) = (70, 40, 780, 460);
const COLOURS: [RGBColor; 6] = [
    RGBColor(31, 90, 170),
    RGBColor(200, 80, 20),
    RGBColor(40, 130, 60),
    RGBColor(130, 60, 150),
    RGBColor(120, 120, 30),
    RGBColor(90, 90, 90),
];

impl Figure {
    /// Writes `path` with the endings `.svg` and `.png`.
    pub fn write(&self, path: &Path) -> Result<(), PlotError> {
        let (svg, png) = (path.with_extension("svg"), path.with_extension("png"));
        // To memory first: what goes wrong when a file is written at the very end, the library keeps to itself.
        let mut text = String::new();
        {
            let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
            self.draw(&area, false).and_then(|()| area.present()).map_err(|error| PlotError(error.to_string()))?;
        }
        write_atomically(&svg, text.as_bytes()).map_err(|error| PlotError(error.to_string()))?;
        let drawn = {
            let area = BitMapBackend::new(&png, SIZE).into_drawing_area();
            self.draw(&area, true).and_then(|()| area.present()).map_err(|error| PlotError(error.to_string()))
        };
        if drawn.is_err() {
            let _ = std::fs::remove_file(&png);
        }
        drawn
    }

    /// The smallest and the largest coordinates, a little apart.
    fn bounds(&self) -> ((f64, f64), (f64, f64)) {
        let range = |pick: fn(&(f64, f64)) -> f64| {
            let values = self.series.iter().flat_map(|series| &series.points).map(pick).filter(|x| x.is_finite());
            let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)));
            if low > high {
                (0.0, 1.0)
            } else if low == high {
                (low - 0.5, high + 0.5)
            } else {
                (low, high)
            }
        };
        (range(|point| point.0), range(|point| point.1))
    }

    fn draw<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        pixels: bool,
    ) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
        area.fill(&WHITE)?;
        let ((left, right), (bottom, top)) = self.bounds();
        let (x0, y0, x1, y1) = FRAME;
        let place = |(x, y): (f64, f64)| {
            let across = (x - left) / (right - left) * f64::from(x1 - x0);
            let up = (y - bottom) / (top - bottom) * f64::from(y1 - y0);
            (x0 + across.round() as i32, y1 - up.round() as i32)
        };
        area.draw(&Rectangle::new([(x0, y0), (x1, y1)], BLACK))?;
        for tick in ticks(left, right) {
            let (x, _) = place((tick, bottom));
            area.draw(&PathElement::new([(x, y1), (x, y1 + 5)], BLACK))?;
            text(area, pixels, &number(tick), (x, y1 + 10), Align::Middle)?;
        }
        for tick in ticks(bottom, top) {
            let (_, y) = place((left, tick));
            area.draw(&PathElement::new([(x0 - 5, y), (x0, y)], BLACK))?;
            text(area, pixels, &number(tick), (x0 - 8, y - 5), Align::Right)?;
        }
        text(area, pixels, &self.title, ((x0 + x1) / 2, 14), Align::Middle)?;
        text(area, pixels, &self.x, ((x0 + x1) / 2, y1 + 34), Align::Middle)?;
        text(area, pixels, &self.y, (x0, y0 - 16), Align::Left)?;
        let mut names: Vec<&str> = Vec::new();
        for series in &self.series {
            let known = names.iter().position(|name| *name == series.name);
            let index = known.unwrap_or(names.len());
            if known.is_none() {
                names.push(&series.name);
            }
            let colour = COLOURS[index % COLOURS.len()];
            match series.shape {
                Shape::Dots => {
                    for point in &series.points {
                        area.draw(&Circle::new(place(*point), 2, colour.filled()))?;
                    }
                }
                Shape::Steps | Shape::Faint => {
                    let mut path = Vec::new();
                    for (i, point) in series.points.iter().enumerate() {
                        if let Some(before) = i.checked_sub(1) {
                            path.push(place((point.0, series.points[before].1)));
                        }
                        path.push(place(*point));
                    }
                    let faint = series.shape == Shape::Faint;
                    let style = if faint { colour.mix(0.25).stroke_width(1) } else { colour.stroke_width(2) };
                    area.draw(&PathElement::new(path, style))?;
                }
            }
        }
        for (index, name) in names.iter().enumerate() {
            let y = y1 - 16 * (names.len() - index) as i32;
            let colour = COLOURS[index % COLOURS.len()];
            area.draw(&Rectangle::new([(x1 - 150, y), (x1 - 138, y + 8)], colour.filled()))?;
            text(area, pixels, name, (x1 - 132, y - 1), Align::Left)?;
        }
        Ok(())
    }
}

#[derive(Clone, Copy)]
enum Align {
    Left,
    Middle,
    Right,
}

/// A line of text whose upper edge is at `at`.
fn text<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    pixels: bool,
    line: &str,
    at: (i32, i32),
    align: Align,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    if pixels {
        let width = letters::width(line) as i32;
        let left = match align {
            Align::Left => at.0,
            Align::Middle => at.0 - width / 2,
            Align::Right => at.0 - width,
        };
        for (x, y) in letters::pixels(line) {
            area.draw_pixel((left + x as i32, at.1 + y as i32), &BLACK)?;
        }
        return Ok(());
    }
    use plotters::style::text_anchor::{HPos, Pos, VPos};
    let across = match align {
        Align::Left => HPos::Left,
        Align::Middle => HPos::Center,
        Align::Right => HPos::Right,
    };
    let style = ("sans-serif", 13).into_font().color(&BLACK).pos(Pos::new(across, VPos::Top));
    area.draw(&Text::new(line.to_string(), at, style))
}

/// About five round numbers between two others.
pub(super) fn ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low) / 5.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|step| *step >= rough).unwrap_or(rough);
    let first = (low / step).ceil() as i64;
    (first..first + 12).map(|n| n as f64 * step).take_while(|tick| *tick <= high + step * 1e-9).collect()
}

pub(super) fn number(x: f64) -> String {
    if x != 0.0 && (x.abs() >= 1e6 || x.abs() < 1e-3) {
        format!("{x:.0e}")
    } else {
        format!("{}", (x * 1e4).round() / 1e4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_both_formats() {
        let dir = tempfile::tempdir().unwrap();
        let series = |name: &str, shape| Series { name: name.into(), points: vec![(0.0, 1.0), (2.0, 9.0)], shape };
        let series = vec![series("uniform", Shape::Steps), series("mcmc", Shape::Dots), series("mcmc", Shape::Faint)];
        let figure = Figure { title: "Title".into(), x: "seconds".into(), y: "edges".into(), series };
        figure.write(&dir.path().join("plot")).unwrap();
        let svg = std::fs::read_to_string(dir.path().join("plot.svg")).unwrap();
        assert!(svg.contains("seconds") && svg.contains("uniform") && svg.contains("<circle"), "{svg}");
        let png = std::fs::read(dir.path().join("plot.png")).unwrap();
        assert_eq!(&png[1..4], b"PNG");
        assert!(png.len() > 2000);
    }

    #[test]
    fn round_ticks() {
        assert_eq!(ticks(0.0, 10.0), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks(-100.0, 100.0), [-100.0, -50.0, 0.0, 50.0, 100.0]);
        assert_eq!((number(2e7), number(0.25)), ("2e7".to_string(), "0.25".to_string()));
    }
}
