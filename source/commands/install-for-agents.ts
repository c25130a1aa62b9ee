import type {AgentSetup} from '../../contract/documents/setup.ts';
import {join, resolve} from 'node:path';
import {installSkills, plannedFiles} from '../agent-skills/install.ts';
import {type AgentTarget, type InstallAction, type InstalledSkills, skillNames} from '../../contract/agent-skill.ts';
import type {Context} from '../context.ts';
import {ApiError} from '../errors/api-error.ts';

/** What the actions of single files come to for an agent, the one that decides first. */
const outcomes: readonly (readonly [AgentSetup['action'], readonly InstallAction[]])[] = [
	['dry-run', ['dry-run']],
	['blocked', ['blocked']],
	['updated', ['updated', 'section-updated']],
	['installed', ['written', 'section-installed']],
	['skipped', ['skipped', 'section-unchanged']],
];

/** Installs both skills for every target; one entry per target. `written`: absolute paths of the files that changed. */
export function installForAgents(
	{targets, force, dir, root}: {targets: readonly AgentTarget[]; force: boolean; dir: string | undefined; root: string},
	{notes, dryRun, version, cwd}: Context,
): {agents: AgentSetup[]; written: string[]; problem: ApiError | undefined} {
	const shown = (path: string) => join(dir ?? '', path);
	const request = {targets, skills: skillNames};
	let rows: InstalledSkills;
	if (dryRun) {
		rows = plannedFiles(request).map(file => ({...file, path: shown(file.path), action: 'dry-run'}));
		for (const {path} of rows) notes.say('dry-run', `would write ${path}`);
	} else {
		const installed = installSkills({...request, root, force, version, shown});
		for (const warning of installed.warnings) notes.say('warn', warning);
		rows = installed.rows;
	}
	const agents = targets.map((target): AgentSetup => {
		const own = rows.filter(row => row.target === target);
		const actions = own.map(({action}) => action);
		const [action] = outcomes.find(([, causes]) => causes.some(cause => actions.includes(cause)))!;
		return {target, action, skills: skillNames.filter(name => own.some(({skills}) => skills.includes(name)))};
	});
	const kept: readonly InstallAction[] = ['blocked', 'skipped', 'section-unchanged'];
	const written = rows.filter(({action}) => !kept.includes(action)).map(({path}) => resolve(cwd, path));
	return {agents, written, problem: blockedProblem(rows)};
}

/** "Different bytes without `--force`: `blocked`, the other targets still go on, exit 6 at the end." */
export function blockedProblem(rows: InstalledSkills): ApiError | undefined {
	const paths = rows.filter(({action}) => action === 'blocked').map(({path}) => path);
	if (paths.length === 0) return undefined;
	return new ApiError('CONFLICT', `Left alone because it exists and differs: ${paths.join(', ')}.`, {
		nextAction: 'Run the command again with --force to replace it; the old file is kept as .bak.',
		details: {reason: 'file_exists', paths},
	});
}
