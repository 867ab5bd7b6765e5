//! Drawings of directed graphs in layers (Sugiyama, Tagawa and Toda 1981): edges that close a cycle are turned round, each
//! node gets a layer below its predecessors, long edges get a stop in every layer between, the layers are ordered to have
//! few crossings (barycentres, down and up), and nodes are pulled to the middle of their neighbours.

use std::fmt::Write;

pub struct Node {
    /// Lines of its label.
    pub text: Vec<String>,
    /// Style: `hit`, `miss`, `bad`, `plain`.
    pub class: &'static str,
    /// Where a click leads, if anywhere.
    pub link: Option<String>,
}

pub struct Link {
    pub from: usize,
    pub to: usize,
    pub text: String,
    /// Style: `hit`, `miss`, `bad`, `plain`.
    pub class: &'static str,
}

const LETTER: f64 = 6.7;
const LINE: f64 = 15.0;
const PAD: f64 = 8.0;
const GAP: f64 = 26.0;
const STOP: f64 = 14.0;
const LAYER: f64 = 46.0;
const SWEEPS: usize = 12;

/// A node or a stop of a long edge, while the drawing is made.
#[derive(Clone, Default)]
struct Spot {
    layer: usize,
    width: f64,
    height: f64,
    x: f64,
    y: f64,
    above: Vec<usize>,
    below: Vec<usize>,
}

/// An edge on its way through the layers, from above to below.
struct Way {
    link: usize,
    spots: Vec<usize>,
    turned: bool,
}

pub fn draw(label: &str, nodes: &[Node], links: &[Link]) -> String {
    let mut spots: Vec<Spot> = nodes.iter().map(spot).collect();
    let turned = turned(nodes.len(), links);
    layer(&mut spots, links, &turned);
    let ways = ways(&mut spots, links, &turned);
    let layers = order(&mut spots);
    place(&mut spots, &layers);
    svg(label, nodes, links, &spots, &ways)
}

fn spot(node: &Node) -> Spot {
    let letters = node.text.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    Spot {
        width: (letters as f64 * LETTER + 2.0 * PAD).max(34.0),
        height: node.text.len().max(1) as f64 * LINE + PAD,
        ..Spot::default()
    }
}

/// Edges that lead back to a node whose visit is not over.
fn turned(many: usize, links: &[Link]) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum Visit {
        Not,
        Open,
        Done,
    }
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); many];
    for (i, link) in links.iter().enumerate() {
        out[link.from].push(i);
    }
    let mut turned = vec![false; links.len()];
    let mut visits = vec![Visit::Not; many];
    for root in 0..many {
        if visits[root] != Visit::Not {
            continue;
        }
        visits[root] = Visit::Open;
        let mut stack = vec![(root, 0)];
        while let Some((node, next)) = stack.last_mut() {
            let Some(&link) = out[*node].get(*next) else {
                visits[*node] = Visit::Done;
                stack.pop();
                continue;
            };
            *next += 1;
            let to = links[link].to;
            match visits[to] {
                Visit::Open => turned[link] = true,
                Visit::Not => {
                    visits[to] = Visit::Open;
                    stack.push((to, 0));
                }
                Visit::Done => {}
            }
        }
    }
    turned
}

/// Upper and lower end of an edge.
fn ends(link: &Link, turned: bool) -> (usize, usize) {
    if turned { (link.to, link.from) } else { (link.from, link.to) }
}

/// The longest path from above decides the layer.
fn layer(spots: &mut [Spot], links: &[Link], turned: &[bool]) {
    // Without the turned edges there is no cycle, so this ends after at most as many rounds as there are nodes.
    for _ in 0..spots.len() {
        let mut changed = false;
        for (link, turned) in links.iter().zip(turned).filter(|(link, _)| link.from != link.to) {
            let (upper, lower) = ends(link, *turned);
            if spots[lower].layer <= spots[upper].layer {
                spots[lower].layer = spots[upper].layer + 1;
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

fn ways(spots: &mut Vec<Spot>, links: &[Link], turned: &[bool]) -> Vec<Way> {
    let mut ways = Vec::new();
    for (i, link) in links.iter().enumerate().filter(|(_, link)| link.from != link.to) {
        let (upper, lower) = ends(link, turned[i]);
        let mut way = vec![upper];
        for layer in spots[upper].layer + 1..spots[lower].layer {
            way.push(spots.len());
            spots.push(Spot { layer, width: STOP, ..Spot::default() });
        }
        way.push(lower);
        for pair in way.windows(2) {
            spots[pair[0]].below.push(pair[1]);
            spots[pair[1]].above.push(pair[0]);
        }
        ways.push(Way { link: i, spots: way, turned: turned[i] });
    }
    ways
}

fn order(spots: &mut [Spot]) -> Vec<Vec<usize>> {
    let many = spots.iter().map(|spot| spot.layer + 1).max().unwrap_or(0);
    let mut layers: Vec<Vec<usize>> = vec![Vec::new(); many];
    for (i, spot) in spots.iter().enumerate() {
        layers[spot.layer].push(i);
    }
    let mut rank = vec![0.0; spots.len()];
    let number = |layers: &[Vec<usize>], rank: &mut Vec<f64>| {
        for layer in layers {
            layer.iter().enumerate().for_each(|(i, spot)| rank[*spot] = i as f64);
        }
    };
    number(&layers, &mut rank);
    let mut best = (crossings(spots, &layers, &rank), layers.clone());
    for sweep in 0..SWEEPS {
        let down = sweep % 2 == 0;
        let turns: Vec<usize> = if down { (0..many).collect() } else { (0..many).rev().collect() };
        for at in turns {
            let middle = |spot: &usize| {
                let near = if down { &spots[*spot].above } else { &spots[*spot].below };
                if near.is_empty() {
                    rank[*spot]
                } else {
                    near.iter().map(|n| rank[*n]).sum::<f64>() / near.len() as f64
                }
            };
            let mut keyed: Vec<(f64, usize)> = layers[at].iter().map(|spot| (middle(spot), *spot)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            layers[at] = keyed.into_iter().map(|(_, spot)| spot).collect();
            layers[at].iter().enumerate().for_each(|(i, spot)| rank[*spot] = i as f64);
        }
        let now = crossings(spots, &layers, &rank);
        if now < best.0 {
            best = (now, layers.clone());
        }
    }
    best.1
}

fn crossings(spots: &[Spot], layers: &[Vec<usize>], rank: &[f64]) -> usize {
    let count = |layer: &Vec<usize>| {
        let edges: Vec<(f64, f64)> =
            layer.iter().flat_map(|spot| spots[*spot].below.iter().map(|low| (rank[*spot], rank[*low]))).collect();
        let crossed =
            |(i, a): (usize, &(f64, f64))| edges[i + 1..].iter().filter(|b| (a.0 - b.0) * (a.1 - b.1) < 0.0).count();
        edges.iter().enumerate().map(crossed).sum::<usize>()
    };
    layers.iter().map(count).sum()
}

/// Coordinates: every node near the middle of its neighbours, none too near to the next.
fn place(spots: &mut [Spot], layers: &[Vec<usize>]) {
    let mut y = PAD;
    for layer in layers {
        let height = layer.iter().map(|spot| spots[*spot].height).fold(0.0, f64::max);
        layer.iter().for_each(|spot| spots[*spot].y = y + height / 2.0);
        y += height + LAYER;
        let mut x = 0.0;
        for spot in layer {
            spots[*spot].x = x + spots[*spot].width / 2.0;
            x += spots[*spot].width + GAP;
        }
    }
    for sweep in 0..2 * SWEEPS {
        let turns: Vec<&Vec<usize>> =
            if sweep % 2 == 0 { layers.iter().collect() } else { layers.iter().rev().collect() };
        for layer in turns {
            let wish = |spot: &usize| {
                let Spot { above, below, x, .. } = &spots[*spot];
                let near = if sweep % 2 == 0 && !above.is_empty() || below.is_empty() { above } else { below };
                if near.is_empty() { *x } else { near.iter().map(|n| spots[*n].x).sum::<f64>() / near.len() as f64 }
            };
            let wishes: Vec<f64> = layer.iter().map(wish).collect();
            let room = |a: usize, b: usize| (spots[a].width + spots[b].width) / 2.0 + GAP;
            // From the left as far left as possible, from the right as far right: the middle of both is legal.
            let mut left = wishes.clone();
            for i in 1..layer.len() {
                left[i] = left[i].max(left[i - 1] + room(layer[i - 1], layer[i]));
            }
            let mut right = wishes;
            for i in (1..layer.len()).rev() {
                right[i - 1] = right[i - 1].min(right[i] - room(layer[i - 1], layer[i]));
            }
            for (i, spot) in layer.iter().enumerate() {
                spots[*spot].x = (left[i] + right[i]) / 2.0;
            }
        }
    }
    let least = spots.iter().map(|spot| spot.x - spot.width / 2.0).fold(f64::INFINITY, f64::min);
    spots.iter_mut().for_each(|spot| spot.x += PAD - least);
}

fn svg(label: &str, nodes: &[Node], links: &[Link], spots: &[Spot], ways: &[Way]) -> String {
    let right = spots.iter().map(|spot| spot.x + spot.width / 2.0).fold(0.0, f64::max) + 40.0;
    let bottom = spots.iter().map(|spot| spot.y + spot.height / 2.0).fold(0.0, f64::max) + PAD;
    let label = super::escape(label);
    let mut svg = format!(
        "<svg class=\"graph\" viewBox=\"0 0 {right:.0} {bottom:.0}\" width=\"{right:.0}\" height=\"{bottom:.0}\" role=\"img\" aria-label=\"{label}\">"
    );
    let ports = ports(spots, ways);
    for (way, (out, into)) in ways.iter().zip(ports) {
        let link = &links[way.link];
        let spots: Vec<&Spot> = way.spots.iter().map(|spot| &spots[*spot]).collect();
        edge(&mut svg, link, &spots, way.turned, (out, into));
    }
    for link in links.iter().filter(|link| link.from == link.to) {
        let Spot { x, y, width, .. } = &spots[link.from];
        let (x, class) = (x + width / 2.0, link.class);
        let _ = write!(svg, "<path class=\"edge {class}\" d=\"M{x:.1} {:.1}c22 -8 22 18 4 14\"/>", y - 6.0);
        arrow(&mut svg, class, (x + 1.0, y + 7.0), (-1.0, -0.25));
    }
    for (node, spot) in nodes.iter().zip(spots) {
        let Spot { x, y, width, height, .. } = spot;
        if let Some(link) = &node.link {
            let _ = write!(svg, "<a href=\"{}\">", super::escape(link));
        }
        let _ = write!(
            svg,
            "<rect class=\"node {}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"5\"/>",
            node.class,
            x - width / 2.0,
            y - height / 2.0
        );
        for (i, line) in node.text.iter().enumerate() {
            let at = y - height / 2.0 + PAD / 2.0 + (i as f64 + 0.75) * LINE;
            let _ =
                write!(svg, "<text x=\"{x:.1}\" y=\"{at:.1}\" text-anchor=\"middle\">{}</text>", super::escape(line));
        }
        if node.link.is_some() {
            svg += "</a>";
        }
    }
    svg + "</svg>"
}

/// Where each edge leaves the upper node and meets the lower one: side by side, in the order of where they lead.
fn ports(spots: &[Spot], ways: &[Way]) -> Vec<(f64, f64)> {
    let mut ports: Vec<(f64, f64)> =
        ways.iter().map(|way| (spots[way.spots[0]].x, spots[way.spots[way.spots.len() - 1]].x)).collect();
    for (node, spot) in spots.iter().enumerate() {
        for lower_side in [true, false] {
            let next = |way: &Way| {
                let many = way.spots.len();
                if lower_side { (way.spots[0], way.spots[1]) } else { (way.spots[many - 1], way.spots[many - 2]) }
            };
            let here = ways.iter().enumerate().filter(|(_, way)| next(way).0 == node);
            let mut here: Vec<(usize, f64)> = here.map(|(i, way)| (i, spots[next(way).1].x)).collect();
            here.sort_by(|a, b| a.1.total_cmp(&b.1));
            let gap = (spot.width * 0.8 / here.len().max(1) as f64).min(22.0);
            let left = spot.x - gap * (here.len().max(1) - 1) as f64 / 2.0;
            for (at, (way, _)) in here.iter().enumerate() {
                let x = left + gap * at as f64;
                if lower_side { ports[*way].0 = x } else { ports[*way].1 = x }
            }
        }
    }
    ports
}

/// From the border of the upper node to that of the lower one, smoothly through the stops; the head at the end that the
/// edge leads to.
fn edge(svg: &mut String, link: &Link, spots: &[&Spot], up: bool, (out, into): (f64, f64)) {
    let (Some(first), Some(last)) = (spots.first(), spots.last()) else { return };
    let head = |at_end: bool| if at_end { 4.0 } else { 0.0 };
    let mut points = vec![(out, first.y + first.height / 2.0 + head(up))];
    points.extend(spots[1..spots.len() - 1].iter().map(|spot| (spot.x, spot.y)));
    points.push((into, last.y - last.height / 2.0 - head(!up)));
    let mut path = format!("M{:.1} {:.1}", points[0].0, points[0].1);
    for pair in points.windows(2) {
        let middle = (pair[0].1 + pair[1].1) / 2.0;
        let ((x0, _), (x1, y1)) = (pair[0], pair[1]);
        let _ = write!(path, "C{x0:.1} {middle:.1} {x1:.1} {middle:.1} {x1:.1} {y1:.1}");
    }
    let class = link.class;
    let _ = write!(svg, "<path class=\"edge {class}\" d=\"{path}\"/>");
    match up {
        true => arrow(svg, class, (out, points[0].1 - 4.0), (0.0, -1.0)),
        false => arrow(svg, class, (into, points[points.len() - 1].1 + 4.0), (0.0, 1.0)),
    }
    if !link.text.is_empty() {
        let (a, b) = if up { (points[points.len() - 1], points[points.len() - 2]) } else { (points[0], points[1]) };
        let (x, y) = (a.0 + (b.0 - a.0) * 0.5, a.1 + (b.1 - a.1) * 0.5 + 4.0);
        let text = super::escape(&link.text);
        let _ =
            write!(svg, "<text class=\"word {class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{text}</text>");
    }
}

/// A head at a point, in a direction.
fn arrow(svg: &mut String, class: &str, (x, y): (f64, f64), (dx, dy): (f64, f64)) {
    let (back_x, back_y) = (x - 7.0 * dx, y - 7.0 * dy);
    let (side_x, side_y) = (3.2 * dy, -3.2 * dx);
    let _ = write!(
        svg,
        "<path class=\"head {class}\" d=\"M{x:.1} {y:.1}L{:.1} {:.1}L{:.1} {:.1}Z\"/>",
        back_x + side_x,
        back_y + side_y,
        back_x - side_x,
        back_y - side_y
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(usize, usize)]) -> (Vec<Node>, Vec<Link>) {
        let many = edges.iter().map(|(a, b)| a.max(b) + 1).max().unwrap_or(0);
        let nodes = (0..many).map(|i| Node { text: vec![format!("n{i}")], class: "plain", link: None }).collect();
        let link = |&(from, to): &(usize, usize)| Link { from, to, text: String::new(), class: "plain" };
        (nodes, edges.iter().map(link).collect())
    }

    /// No two boxes overlap, every edge that is not turned leads down, and everything lies inside the picture.
    #[test]
    fn nodes_keep_their_distance() {
        let shapes: [&[(usize, usize)]; 4] = [
            &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 0), (3, 4), (0, 4)],
            &[(0, 1), (1, 1), (1, 2), (2, 0)],
            &[(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 6), (2, 6), (3, 6), (4, 6), (5, 6), (6, 0)],
            &[(0, 0)],
        ];
        for edges in shapes {
            let (nodes, links) = graph(edges);
            let mut spots: Vec<Spot> = nodes.iter().map(spot).collect();
            let turned = turned(nodes.len(), &links);
            layer(&mut spots, &links, &turned);
            let _ = ways(&mut spots, &links, &turned);
            let layers = order(&mut spots);
            place(&mut spots, &layers);
            for (link, turned) in links.iter().zip(&turned).filter(|(link, _)| link.from != link.to) {
                let (upper, lower) = ends(link, *turned);
                assert!(spots[upper].y < spots[lower].y, "{edges:?}");
            }
            for layer in &layers {
                for pair in layer.windows(2) {
                    let (a, b) = (&spots[pair[0]], &spots[pair[1]]);
                    assert!(a.x + a.width / 2.0 <= b.x - b.width / 2.0 + 1e-6, "{edges:?}");
                }
            }
            assert!(spots.iter().all(|spot| spot.x - spot.width / 2.0 >= 0.0));
            let svg = draw("graph", &nodes, &links);
            assert_eq!(svg.matches("<rect").count(), nodes.len());
            assert_eq!(svg.matches("class=\"edge").count(), links.len());
        }
    }
}
