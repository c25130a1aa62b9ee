import {join} from 'node:path';
import type {ProjectId} from '../../contract/ids.ts';
import type {Project} from '../../contract/project.ts';
import {getProject, listProjects} from '../../contract/routes/projects.ts';
import type {Context} from '../context.ts';
import {svcHome} from '../credentials/environment.ts';
import {isHintUnwanted} from '../credentials/hint-memory.ts';
import {linkProject} from '../credentials/link-project.ts';
import {resolveProject} from '../credentials/project-config.ts';
import {resolveProfile} from '../credentials/resolve.ts';
import {isApiError} from '../errors/api-error.ts';
import {defineCommand} from './define-command.ts';
import {text} from './flag.ts';
import {checkSetup, mayAsk, type SetUp, setUp, type SetupOptions, setupFlags, storedProfile} from './setup.ts';

type Options = SetupOptions & {project: string | undefined};

export const init = defineCommand({
	description:
		'Does what svc setup does, with the key that is stored where there is one, then names the project of this folder in ' +
		'.svc/config.json: --project, else the only project there is. Every command below the folder then needs no --project. ' +
		'Who has declined the skills once, with --no-agent or when asked, is not offered them again: --agent writes them.',
	args: {},
	flags: {...setupFlags, project: text('Project of this folder (the only one there is)', {placeholder: '<id>'})},
	examples: ['init --local', 'init --project prj_1 --no-agent'],
	settings: 'profile',
	rules: (options, context) => checkSetup(options, context, reusableKey(options, context)),
	async run(given, context) {
		const options = withoutUnwanted(given, context);
		const done = await setUp(options, context, reusableKey(options, context));
		const project = await projectFor(options, done, context);
		if (project === null) return {view: 'setup-summary', data: done.data, problem: done.problem};
		const {id, name} = project;
		const written = [...done.data.written, ...link(done.root, id, context)];
		return {view: 'setup-summary', data: {...done.data, project: {id, name}, written}, problem: done.problem};
	},
});

/** Who has said --no-agent before, or no when asked, is not handed skills by the next step; --agent says otherwise. */
const withoutUnwanted = (options: Options, {env, dryRun}: Context): Options =>
	!dryRun && options.agent === undefined && options.dir === undefined && isHintUnwanted(svcHome(env), 'agent-skill')
		? {...options, agent: {words: [], isMixed: false}}
		: options;

/** The key of the profile, unless the command line names another source. */
function reusableKey({apiKey, fromEnv, local}: Options, context: Context): string | undefined {
	if (context.dryRun || apiKey !== undefined || fromEnv || local) return undefined;
	const profile = resolveProfile(context.given.profile, context.env).value;
	return storedProfile(profile, context)?.get('api_key');
}

function link(root: string, projectId: ProjectId, {dryRun, notes}: Context): string[] {
	if (dryRun) {
		notes.say('dry-run', `would write ${join('.svc', 'config.json')}`);
		return [];
	}
	const path = linkProject(root, projectId);
	return path === null ? [] : [path];
}

/** The project that the folder is to have; null when it is not clear which, or when nobody wants it. */
async function projectFor(options: Options, {endpoint, key, root}: SetUp, context: Context): Promise<Project | null> {
	const {signal, notes} = context;
	const client = await context.connect({endpoint, apiKey: key});
	try {
		const named = options.project ?? resolveProject(undefined, context.env, context.dryRun ? context.cwd : root);
		if (named !== undefined) return await client.call(getProject, {params: {projectId: named}, signal});
		const page = await client.call(listProjects, {query: {pageSize: 2}, signal}).catch((error: unknown) => {
			// A key may be for less; whoever named no project has lost nothing.
			if (!isApiError(error) || error.code === 'INTERRUPTED') throw error;
			notes.say('warn', `no project is named here, the list could not be read: ${error.message}`);
			return null;
		});
		if (page === null) return null;
		const {items, nextToken} = page;
		const [only] = items;
		if (only === undefined) {
			notes.say(
				'hint',
				'svc project create --type backend --name <name> --url <url>, then svc init --project <project-id>',
			);
			return null;
		}
		if (items.length > 1 || nextToken !== null) {
			notes.say('hint', 'svc init --project <project-id> names the project of this folder');
			return null;
		}
		if (!mayAsk(options, context)) return only;
		const answer = await context.askLine(`Write .svc/config.json with the project ${only.name} into ${root}? [Y/n]`);
		return answer !== null && !/^\s*n/i.test(answer) ? only : null;
	} finally {
		await client.close();
	}
}
