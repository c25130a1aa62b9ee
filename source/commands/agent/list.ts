import {targets} from '../../agent-skills/targets.ts';
import {agentTargets, skillNames} from '../../../contract/agent-skill.ts';
import {defineCommand} from '../define-command.ts';
import {onUnlessNo} from '../flag.ts';

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
