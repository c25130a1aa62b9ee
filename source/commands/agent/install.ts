import {join} from 'node:path';
import {installSkills, plannedFiles} from '../../agent-skills/install.ts';
import {agentTargets, type InstalledSkills, skillNames} from '../../../contract/agent-skill.ts';
import type {Context} from '../../context.ts';
import {words} from '../argument.ts';
import {blockedProblem} from '../install-for-agents.ts';
import {defineCommand} from '../define-command.ts';
import {list, text, toggle} from '../flag.ts';
import {rootDirectory} from './root-directory.ts';

export const install = defineCommand({
	description:
		'Writes svc-verify (check a change) and svc-onboard (first tests). A file that exists and differs is left alone ' +
		'unless --force replaces it, which keeps a backup. For codex both become one section of AGENTS.md.',
	args: {targets: words('targets', 'Agents to install for (claude)', agentTargets)},
	flags: {
		target: list('Agents to install for', agentTargets),
		skill: list('Skills to install', skillNames),
		dir: text('Root of the project (current directory)', {placeholder: '<dir>'}),
		force: toggle('Replace files that differ; the old one is kept as .bak'),
	},
	examples: ['agent install', 'agent install cursor codex', 'agent install --target claude --skill svc-verify'],
	settings: 'none',
	async run({targets, target, skill, dir, force}, context) {
		const chosen = [...targets, ...(target ?? [])];
		const request = {targets: chosen.length > 0 ? chosen : (['claude'] as const), skills: skill ?? skillNames};
		const shown = (path: string) => join(dir ?? '', path);
		if (context.dryRun) return {view: 'installed-skills', data: dryRun(request, shown, context)};
		const root = rootDirectory(dir, context);
		const {rows, warnings} = installSkills({root, ...request, force, version: context.version, shown});
		for (const warning of warnings) context.notes.say('warn', warning);
		return {view: 'installed-skills', data: rows, problem: blockedProblem(rows)};
	},
});

type Request = Parameters<typeof plannedFiles>[0];

function dryRun(request: Request, shown: (path: string) => string, {notes}: Context): InstalledSkills {
	return plannedFiles(request).map(({target, path, skills}) => {
		notes.say('dry-run', `would write ${shown(path)}`);
		return {target, path: shown(path), action: 'dry-run', skills};
	});
}
