import {memberHeadLines, outputSections} from '../../components/member-detail-lines.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import type {BatchMember} from '../../contract/batch.ts';
import type {OutputState} from '../../source/stores/output-tail.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {failuresStore} from '../../source/stores/failures.ts';
import type {Look} from '../screen-view.ts';

/** The detail pane of the run screen: facts, then trace and output. */
export function memberPaneLines(
	member: BatchMember,
	output: OutputState,
	{glyphs, width, now}: Look,
	hypothesis: string | null,
): {head: PaneLine[]; sections: PaneLine[][]} {
	const isShown = output.runId === member.runId;
	return {
		head: memberHeadLines(member, now, glyphs, width, hypothesis),
		sections: isShown ? outputSections(output, width) : [],
	};
}

/** Why a member did not pass, where it was read. */
export const hypothesisOf = (dashboard: Dashboard, {runId}: BatchMember): string | null =>
	dashboard.storeOf(failuresStore).store.getState().digests.get(runId)?.hypothesis ?? null;
