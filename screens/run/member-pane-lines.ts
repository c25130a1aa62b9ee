import {memberHeadLines, outputSections} from '../../components/member-detail-lines.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import type {BatchMember} from '../../source/contract/batch.ts';
import type {OutputState} from '../../source/stores/output-tail.ts';
import type {Look} from '../screen-definition.ts';

/** The detail pane of the run screen: facts, then trace and output. */
export function memberPaneLines(
	member: BatchMember,
	output: OutputState,
	{glyphs, width, now}: Look,
): {head: PaneLine[]; sections: PaneLine[][]} {
	const isShown = output.runId === member.runId;
	return {
		head: memberHeadLines(member, now, glyphs, width),
		sections: isShown ? outputSections(output, width) : [],
	};
}
