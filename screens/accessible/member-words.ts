import {memberReason} from '../../components/member-detail-lines.ts';
import type {BatchMember} from '../../contract/batch.ts';
import {batchSentence} from '../../source/view-model/batch-progress.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {formatDuration} from '../../source/terminal/durations.ts';
import {glyphSets} from '../../source/terminal/glyphs.ts';

/** A member in words: name, status, time, reason. */
export function memberWords(member: BatchMember): string {
	const {name, label, durationMs} = member;
	const reason = memberReason(member, glyphSets.ascii);
	return [cleanLine(name), cleanLine(label), durationMs === null ? '' : formatDuration(durationMs), reason]
		.filter(Boolean)
		.join(', ');
}

/** What changed between two states of a run, one line per member. */
export function changeWords(before: readonly BatchMember[], after: readonly BatchMember[]): string[] {
	const known = new Map(before.map(({runId, label}) => [runId, label]));
	return after.filter(({runId, label}) => known.has(runId) && known.get(runId) !== label).map(memberWords);
}

export const endWords = (batch: Parameters<typeof batchSentence>[0]): string =>
	`The run ended. ${batchSentence(batch)}`;
