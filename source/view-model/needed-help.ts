import type {NeededHelp} from '../../contract/run.ts';

type Helped = {neededHelp?: NeededHelp | null | undefined};

/** Requests that need a person, each once with the number of tests that it stops. */
export function groupNeededHelp(members: readonly Helped[]): Array<NeededHelp & {tests: number}> {
	const groups = new Map<string, NeededHelp & {tests: number}>();
	for (const {neededHelp} of members) {
		if (!neededHelp) continue;
		const group = groups.get(neededHelp.command) ?? {...neededHelp, tests: 0};
		group.tests++;
		groups.set(neededHelp.command, group);
	}
	return [...groups.values()];
}
