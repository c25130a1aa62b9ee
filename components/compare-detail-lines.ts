import {failureWords} from '../source/view-model/failure-words.ts';
import type {BatchMember} from '../contract/batch.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import {formatDuration} from '../source/terminal/durations.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import type {ComparedMember} from '../source/view-model/compare-batches.ts';
import {changeSpan, slowerText} from './compare-row.ts';
import {memberReason} from './member-detail-lines.ts';
import {labelled, wrapped} from './pane-lines.ts';
import {statusSpan} from './status-text.ts';
import type {PaneLine} from './text-pane.tsx';

type Look = {glyphs: Glyphs; width: number};

/** A test in two batches: what it did before, what it did after. */
export function compareDetailLines({name, change, before, after, slowerMs}: ComparedMember, look: Look): PaneLine[] {
	const {glyphs, width} = look;
	return [
		...wrapped(cleanLine(name), width, 'title'),
		[changeSpan(change, glyphs), {text: `   ${slowerText(slowerMs)}`, role: 'muted'}],
		...side('Before', before, look),
		...side('After', after, look),
		...(before && after ? [[], [{text: 'Enter compares both runs step by step.', role: 'muted' as const}]] : []),
	];
}

function side(title: string, member: BatchMember | null, {glyphs, width}: Look): PaneLine[] {
	if (!member) return [[], [{text: title, role: 'accent'}], [{text: 'It was not part of that run.', role: 'muted'}]];
	const {status, durationMs, failureKind, error, runId, blockedBy} = member;
	const took = durationMs === null ? '' : formatDuration(durationMs);
	return [
		[],
		[{text: title, role: 'accent'}],
		[statusSpan(cleanLine(status), glyphs), {text: `   ${took}`, role: 'muted'}],
		...labelled('Failure', failureWords(failureKind, error), width, 'failed'),
		...labelled('Error', error, width, 'failed'),
		...labelled('Blocked', blockedBy ? memberReason(member, glyphs) : null, width, 'blocked'),
		...labelled('Run', runId, width),
	];
}
