import type {Finding} from '../../contract/finding.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Column} from '../../source/terminal/column-layout.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {clockWords} from '../../source/terminal/moment-words.ts';
import type {Span} from '../../source/terminal/spans.ts';
import type {CellsOf} from '../cell-row.tsx';
import {section, textLines} from '../failure/section-lines.ts';
import {labelled, wrapped} from '../pane-lines.ts';
import type {PaneLine} from '../text-pane.tsx';
import {evidenceLines, type KnownCalls} from './evidence-lines.ts';

type FindingColumn = 'state' | 'title' | 'kind' | 'count';

/** Where the width does not do, columns go in this order: endpoints, kind. */
export const findingColumns: readonly Column<FindingColumn>[] = [
	{key: 'state', title: 'STATE', width: 11},
	{key: 'title', title: 'FINDING', width: 30, isFlexible: true},
	{key: 'kind', title: 'KIND', width: 15, drop: 2},
	{key: 'count', title: 'ENDPOINTS', width: 9, align: 'right', drop: 1},
];

const tones = {open: 'blocked', accepted: 'passed', failing: 'failed', muted: 'cancelled', gone: 'idle'} as const;

function findingStateSpan(state: string, glyphs: Glyphs): Span {
	const tone = (tones as Readonly<Record<string, (typeof tones)[keyof typeof tones]>>)[state] ?? 'idle';
	return {text: `${glyphs.status[tone]} ${cleanLine(state)}`, role: tone};
}

export const findingCells: CellsOf<Finding, FindingColumn> = ({state, title, kind, count}, {glyphs}) => ({
	state: [findingStateSpan(state, glyphs)],
	title: [{text: cleanLine(title)}],
	kind: [{text: cleanLine(kind), role: 'muted'}],
	count: count === 0 ? [] : [{text: String(count), role: 'muted'}],
});

const stateWords: Record<string, string> = {
	open: 'nobody has decided yet',
	accepted: 'the API is right: tests expect what it does',
	failing: 'the document is right: its tests are red until one of the two changes',
	muted: 'nobody needs to see it',
	gone: 'it is no longer seen',
};

type About = {
	finding: Finding;
	/** `METHOD /path` of the endpoints that show it, as far as they are known. */
	endpoints: readonly string[];
	/** The calls that show it, as far as they are read. */
	calls: KnownCalls;
};

/** A finding: what was said, what was seen, where, and what can be done. */
export function findingLines(
	{finding, endpoints, calls}: About,
	look: {glyphs: Glyphs; width: number; now: number},
): PaneLine[] {
	const {glyphs, width, now} = look;
	const {title, state, kind, scope, document, observed, evidence, firstSeenAt, lastSeenAt, changeSetId} = finding;
	return [
		...wrapped(cleanLine(title), width, 'title'),
		[findingStateSpan(state, glyphs), {text: `  ${stateWords[state] ?? ''}`, role: 'muted'}],
		[],
		...labelled('Kind', kind, width),
		...labelled('About', scope === 'api' ? 'the API as a whole' : null, width),
		// What a shape should have been stands in what was observed of it.
		...labelled(
			'Document',
			document ?? (kind === 'shape' && !observed?.endsWith('is not documented') ? null : 'says nothing'),
			width,
		),
		...labelled('Observed', observed, width),
		...labelled('First seen', `${clockWords(Date.parse(firstSeenAt), now)} UTC`, width),
		...labelled('Last seen', `${clockWords(Date.parse(lastSeenAt), now)} UTC`, width),
		...labelled('Changes', changeSetId, width),
		...section(
			'Where',
			endpoints.flatMap(text => textLines(text, width)),
		),
		...evidenceLines(evidence, calls, look),
	];
}
