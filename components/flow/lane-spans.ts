import type {LaneCell} from '../../source/stores/flow-lanes.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import type {Span} from '../../source/terminal/spans.ts';
import type {Role} from '../../source/terminal/themes.ts';

/**
 * The arrows beside a row, two cells a lane: a dot where values start, a line past the rows that do not take them, an
 * arrow into the row that does. A line that only crosses is not touched by the arrow, so that crossing and joining differ.
 *
 * @param isStrong whether a wire stands out
 */
export function laneSpans(lanes: readonly LaneCell[], glyphs: Glyphs, isStrong: (wire: number) => boolean): Span[] {
	const first = lanes.findIndex(({kind}) => kind === 'starts' || kind === 'joins');
	const takes = lanes.some(({kind}) => kind === 'joins');
	const [dot, joined, lastFromAbove, lastFromBelow, head] = glyphs.lane;
	const strongJoin = lanes.findIndex(({kind, wire}) => kind === 'joins' && isStrong(wire));
	/** Right of a strong join the arrow is strong up to its head. */
	const acrossRole = (place: number): Role => (strongJoin >= 0 && place >= strongJoin ? 'selected' : 'muted');
	const spans = lanes.flatMap(({kind, up, down, wire}, place): Span[] => {
		const own: Role = wire >= 0 && isStrong(wire) ? 'selected' : 'muted';
		const isCrossed = first >= 0 && place >= first;
		const across: Span = {text: isCrossed ? glyphs.rule : ' ', role: acrossRole(place)};
		if (kind === 'none') return [{...across}, across];
		if (kind === 'passes') return [{text: glyphs.divider, role: own}, across];
		if (kind === 'starts') return [{text: dot, role: own === 'selected' ? own : 'accent'}, across];
		const picture = up && down ? joined : up ? lastFromAbove : lastFromBelow;
		return [{text: picture, role: own}, across];
	});
	if (lanes.length === 0) return [];
	return [
		...joinSame(spans),
		{text: takes ? `${head} ` : first >= 0 ? `${glyphs.rule} ` : '  ', role: acrossRole(lanes.length)},
	];
}

/** Neighbours of one role as one span: fewer pieces to draw. */
function joinSame(spans: readonly Span[]): Span[] {
	const joined: Span[] = [];
	for (const span of spans) {
		const last = joined.at(-1);
		if (last && last.role === span.role) joined[joined.length - 1] = {...last, text: last.text + span.text};
		else joined.push(span);
	}
	return joined;
}
