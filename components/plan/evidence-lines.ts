import type {Call} from '../../contract/call.ts';
import type {Finding} from '../../contract/finding.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {nothing, section, textLines} from '../failure/section-lines.ts';
import {callPaneLines} from '../flow/call-pane-lines.ts';
import type {PaneLine} from '../text-pane.tsx';

/** The calls of evidence as far as they are read; null: no longer kept. */
export type KnownCalls = ReadonlyMap<string, Call | null>;

const noLinks = new Map();

/** A trial whose call is not kept names neither. */
const isKept = ({callId, runId}: Finding['evidence'][number]): boolean => callId !== null || runId !== null;

/** The calls that show a finding, one below the other: how they were answered, what was sent and what came back. */
export function evidenceLines(
	evidence: Finding['evidence'],
	known: KnownCalls,
	{glyphs, width}: {glyphs: Glyphs; width: number},
): PaneLine[] {
	return section(
		'Evidence',
		evidence.filter(isKept).flatMap(({callId, runId}, index) => {
			const seen = callId === null ? runId : `${callId}${runId === null ? ', seen by discovery' : ` of ${runId}`}`;
			const head = textLines(`${index + 1}. ${seen}`, width, 'muted');
			const call = callId === null ? undefined : known.get(callId);
			if (call === undefined) return head;
			if (call === null) return [...head, ...nothing('No longer kept: a later discovery has taken its place.', width)];
			return [...head, ...callPaneLines(call, call, noLinks, {glyphs, width}, false), []];
		}),
	);
}
