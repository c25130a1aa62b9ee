import {diff3Merge} from 'node-diff3';

/**
 * What becomes of a test that a person has edited when another text is generated: both changes, by lines, or a conflict
 * when both have changed the same ones. Then what would have been generated is kept beside the person's text.
 */
export function mergeEdits(
	edited: string,
	base: string,
	generated: string,
): {proposed: string; proposal: 'clean' | 'conflict'} {
	const regions = diff3Merge(edited.split('\n'), base.split('\n'), generated.split('\n'), {
		excludeFalseConflicts: true,
	});
	if (regions.some(({conflict}) => conflict !== undefined)) return {proposed: generated, proposal: 'conflict'};
	return {proposed: regions.flatMap(({ok}) => ok ?? []).join('\n'), proposal: 'clean'};
}
