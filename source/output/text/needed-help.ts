import type {NeededHelp} from '../../../contract/run.ts';
import {groupNeededHelp} from '../../view-model/needed-help.ts';
import {cleanLine} from '../clean.ts';

/** What needs a person, before everything else: each request with the command that helps; nothing when none does. */
export function neededHelp(members: ReadonlyArray<{neededHelp?: NeededHelp | null | undefined}>): string {
	const groups = groupNeededHelp(members);
	if (groups.length === 0) return '';
	const lines = groups.flatMap(({endpoint, said, command, tests}) => [
		`  ${endpoint} answers ${said}${tests > 1 ? ` (${tests} tests)` : ''}`,
		`    ${command}`,
	]);
	return ['needs your help', ...lines, ''].map(line => `${cleanLine(line)}\n`).join('');
}
