import {githubWorkflow, ownPackage} from '../../../ci/github-workflow.ts';
import {placeWorkflow} from '../../../ci/place-workflow.ts';
import {setGithubSecret} from '../../../ci/set-github-secret.ts';
import type {Context} from '../../../context.ts';
import {resolveApiKey} from '../../../credentials/resolve.ts';
import {isApiError} from '../../../errors/api-error.ts';
import {refusedFlag} from '../../../errors/usage-error.ts';
import type {WrittenWorkflow} from '../../../output/text/workflow.ts';
import {defineCommand} from '../../define-command.ts';
import {text, toggle} from '../../flag.ts';
import {projectFlag, waitTimeoutFlag} from '../../shared-flags.ts';

/** What neither a YAML block nor one line of a shell can hold. */
const lineBreaking = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]/;

function refuseLineBreaks(flag: string, value: string | undefined): void {
	if (value !== undefined && lineBreaking.test(value))
		throw refusedFlag(flag, {reason: 'control_character', text: 'must be one line without control characters'});
}

export const github = defineCommand({
	description:
		'The workflow runs every test of the project on pushes and pull requests. The key comes from the secret ' +
		'SVC_API_KEY, the address of the service from the variable SVC_API_URL of the repository.',
	args: {},
	flags: {
		project: projectFlag,
		filter: text('Only tests with that in their name'),
		timeout: waitTimeoutFlag(),
		package: text('What npm installs: a name and version, a file or an address (svc-cli at this version)', {
			placeholder: '<spec>',
		}),
		out: text('The file to write (.github/workflows/svc.yml)', {placeholder: '<path>'}),
		force: toggle('Replace a file that differs; the old one is kept as .bak'),
		setSecret: toggle('Store the API key as secret SVC_API_KEY with the GitHub client gh'),
	},
	examples: ['ci init github --project prj_1', 'ci init github --project prj_1 --filter checkout --set-secret'],
	settings: 'none',
	rules: ({project, filter, package: packageSpec}) => {
		refuseLineBreaks('package', packageSpec);
		refuseLineBreaks('project', project);
		refuseLineBreaks('filter', filter);
	},
	async run(
		{project, filter, timeout, package: packageSpec, out = '.github/workflows/svc.yml', force, setSecret},
		context,
	) {
		const {version, cwd, dryRun, notes} = context;
		const projectId = context.projectId(project);
		refuseLineBreaks('project', projectId);
		if (dryRun) {
			notes.say('dry-run', `would write ${out}`);
			return {view: 'workflow', data: {path: out, action: 'dry-run', secretSet: false}};
		}
		const key = setSecret ? apiKey(context) : undefined;
		const workflow = githubWorkflow({
			projectId,
			filter,
			timeoutSeconds: timeout,
			packageSpec: packageSpec ?? ownPackage(version),
		});
		const action = placeWorkflow(out, workflow, {cwd, force});
		const written: WrittenWorkflow = {path: out, action, secretSet: false};
		if (key === undefined) {
			notes.say('hint', 'the repository needs the secret SVC_API_KEY and the variable SVC_API_URL');
			return {view: 'workflow', data: written};
		}
		try {
			await setGithubSecret({key, cwd, env: context.env, signal: context.signal});
			return {view: 'workflow', data: {...written, secretSet: true}};
		} catch (error) {
			// The file is there all the same.
			if (isApiError(error)) return {view: 'workflow', data: written, problem: error};
			throw error;
		}
	},
});

function apiKey(context: Context): string {
	const {section, endpoint} = context.connection();
	return resolveApiKey(context.env, section, endpoint.value).value;
}
