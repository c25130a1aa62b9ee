import {join} from 'node:path';
import {skillStates} from '../../agent-skills/state.ts';
import {agentTargets, type SkillStateRows, skillNames} from '../../../contract/agent-skill.ts';
import {targets} from '../../agent-skills/targets.ts';
import {defineCommand} from '../define-command.ts';
import {onUnlessNo, text} from '../flag.ts';
import {negative} from '../outcome.ts';
import {rootDirectory} from './root-directory.ts';

export const status = defineCommand({
	description: 'Exit 1 when a skill is in another state than ok or absent.',
	args: {},
	flags: {
		dir: text('Root of the project (current directory)', {placeholder: '<dir>'}),
		header: onUnlessNo('Leave out the heading'),
	},
	examples: ['agent status', '--output json agent status --dir ../shop'],
	settings: 'none',
	async run({dir, header}, context) {
		const shown = (path: string) => join(dir ?? '', path);
		const data = context.dryRun ? sample(shown) : skillStates(rootDirectory(dir, context), shown);
		return {view: 'skill-states', data, shape: {header}, problem: attention(data)};
	},
});

/** "any state other than `ok`, `absent`" */
function attention(rows: SkillStateRows) {
	const count = rows.filter(({state}) => state !== 'ok' && state !== 'absent').length;
	if (count === 0) return undefined;
	const subject = count === 1 ? '1 skill needs' : `${count} skills need`;
	return negative(
		`${subject} attention.`,
		{status: 'attention', count},
		'svc agent install <agent> --force (a corrupt section is repaired by hand)',
	);
}

/** Nothing was looked at: as after `agent install`. */
const sample = (shown: (path: string) => string): SkillStateRows =>
	agentTargets.flatMap(target =>
		skillNames.map(skill => ({
			target,
			skill,
			path: shown(targets[target].path(skill)),
			state: target === 'claude' ? 'ok' : 'absent',
		})),
	);

export const list = defineCommand({
	args: {},
	flags: {header: onUnlessNo('Leave out the heading')},
	examples: ['agent list'],
	settings: 'none',
	async run({header}) {
		const data = agentTargets.flatMap(target => {
			const {status, mode, path} = targets[target];
			return skillNames.map(skill => ({target, skill, status, mode, path: path(skill)}));
		});
		return {view: 'skill-places', data, shape: {header}};
	},
});
