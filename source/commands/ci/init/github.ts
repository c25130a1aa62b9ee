import type {WrittenWorkflow} from '../../../../contract/documents/setup.ts';
import {basename, isAbsolute, join, normalize} from 'node:path';
import {type Embedded, githubWorkflow, ownPackage} from '../../../ci/github-workflow.ts';
import {placeWorkflow} from '../../../ci/place-workflow.ts';
import {setGithubSecret} from '../../../ci/set-github-secret.ts';
import type {Context} from '../../../context.ts';
import {resolveApiKey} from '../../../credentials/resolve.ts';
import {isApiError, refusedFlag} from '../../../errors/api-error.ts';
import {isLoopbackHost} from '../../../process/loopback.ts';
import {counted} from '../../../view-model/counted.ts';
import {defineCommand} from '../../define-command.ts';
import {refuseTogether, refuseWithout, text, toggle} from '../../flag.ts';
import {projectFlag, waitTimeoutFlag} from '../../shared-flags.ts';
import {type KeptTests, keepTests} from './keep-tests.ts';

/** What neither a YAML block nor one line of a shell can hold. */
const lineBreaking = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]/;

function refuseLineBreaks(flag: string, value: string | undefined): void {
	if (value !== undefined && lineBreaking.test(value))
		throw refusedFlag(flag, {reason: 'control_character', text: 'must be one line without control characters'});
}

export const github = defineCommand({
	description:
		'The workflow runs every test of the project on pushes and pull requests. The key comes from the secret ' +
		'SVC_API_KEY, the address of the service from the variable SVC_API_URL of the repository. With --embedded no service ' +
		'has to be reachable: the tests of the project become files of the repository, and every run of the workflow starts ' +
		'a service of its own with them.',
	args: {},
	flags: {
		project: projectFlag,
		filter: text('Only tests with that in their name'),
		timeout: waitTimeoutFlag(),
		package: text('What npm installs: a name and version, a file or an address (svc-cli at this version)', {
			placeholder: '<spec>',
		}),
		embedded: toggle('Run the service on the runner itself, with the tests as files of the repository'),
		tests: text('Folder of these files (.svc/tests) (--embedded)', {placeholder: '<dir>'}),
		out: text('The file to write (.github/workflows/svc.yml)', {placeholder: '<path>'}),
		force: toggle('Replace a file that differs; the old one is kept as .bak'),
		setSecret: toggle('Store the API key as secret SVC_API_KEY with the GitHub client gh'),
	},
	examples: [
		'ci init github --project prj_1',
		'ci init github --project prj_1 --filter checkout --set-secret',
		'ci init github --embedded',
	],
	settings: 'none',
	rules: ({project, filter, package: packageSpec, embedded, tests, setSecret}) => {
		refuseWithout('tests', tests !== undefined, 'embedded', embedded);
		refuseTogether('embedded', embedded, 'set-secret', setSecret);
		refuseLineBreaks('tests', tests);
		refuseLineBreaks('package', packageSpec);
		refuseLineBreaks('project', project);
		refuseLineBreaks('filter', filter);
	},
	async run({project, filter, timeout, package: packageSpec, embedded, ...options}, context) {
		const {tests = '.svc/tests', out = '.github/workflows/svc.yml', force, setSecret} = options;
		const {version, cwd, dryRun, notes} = context;
		const projectId = context.projectId(project);
		refuseLineBreaks('project', projectId);
		if (dryRun) {
			notes.say('dry-run', `would write ${out}`);
			if (embedded) notes.say('dry-run', `would write ${join(tests, 'load.sh')} and a file for each test`);
			return {view: 'workflow', data: {path: out, action: 'dry-run', secretSet: false}};
		}
		const kept = embedded ? await keepTests(projectId, context) : null;
		const key = setSecret ? apiKey(context) : undefined;
		if (packageSpec !== undefined) sayAboutPackage(packageSpec, context);
		const workflow = githubWorkflow({
			projectId,
			filter,
			timeoutSeconds: timeout,
			packageSpec: packageSpec ?? ownPackage(version),
			embedded: kept ? embeddedOf(kept, tests) : undefined,
		});
		for (const {path, text} of kept?.files ?? []) placeWorkflow(join(tests, path), text, {cwd, force});
		const action = placeWorkflow(out, workflow, {cwd, force});
		const written: WrittenWorkflow = {path: out, action, secretSet: false};
		if (kept) {
			sayAbout(kept, tests, context);
			return {view: 'workflow', data: {...written, tests, testFiles: kept.files.length}};
		}
		if (key === undefined) {
			notes.say('hint', 'the repository needs the secret SVC_API_KEY and the variable SVC_API_URL');
			warnAboutLocalService(context);
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

const embeddedOf = ({project}: KeptTests, tests: string): Embedded => ({
	tests,
	targetUrl: project.targetUrl ?? 'http://127.0.0.1:8080',
	hasCredential: Boolean(project.auth?.maskedCredential),
});

/** A runner has the files of the repository, and none of this machine. */
function sayAboutPackage(spec: string, {notes}: Context): void {
	if (!/^(?:file:|[./~])/.test(spec)) return;
	const path = spec.replace(/^file:(?:\/\/)?/, '');
	if (isAbsolute(path) || path.startsWith('~') || normalize(path).startsWith('..'))
		notes.say(
			'warn',
			`a runner of GitHub has no ${path}: put that file into the repository (--package ./${basename(path)}), or name a version or an address`,
		);
	else notes.say('hint', `commit ${normalize(path)} with the workflow`);
}

/** A runner of GitHub calls the service from elsewhere. */
function warnAboutLocalService({connection, notes}: Context): void {
	let address: string;
	try {
		address = connection().endpoint.value;
	} catch {
		// The workflow needs no profile of this machine.
		return;
	}
	if (address !== 'local' && !isLoopbackHost(new URL(address).hostname)) return;
	const service = address === 'local' ? 'of this machine' : `at ${address}`;
	notes.say(
		'warn',
		`GitHub cannot reach the service ${service}: SVC_API_URL has to name one that it can, or --embedded starts one on the runner`,
	);
}

/** What the files do not hold: secrets, which are for the settings of the repository. */
function sayAbout({project, files, secretKeys}: KeptTests, tests: string, {notes}: Context): void {
	notes.say('info', `wrote ${files.length} files below ${tests}; commit them with the workflow`);
	notes.say('hint', 'start your application in the step "Start what is tested"');
	if (project.auth?.maskedCredential) notes.say('hint', 'the repository needs the secret SVC_TARGET_CREDENTIAL');
	if (project.auth?.autoAuth)
		notes.say(
			'warn',
			`the automatic login is not in the files: add svc project auto-auth "$project" to ${tests}/load.sh`,
		);
	const {credentialSets = 0} = project.auth ?? {};
	if (credentialSets > 0)
		notes.say(
			'warn',
			`the ${counted(credentialSets, 'credential')} of single families and endpoints are not in the files`,
		);
	if ((project.environmentCount ?? 1) > 1)
		notes.say('info', `of the environments only ${project.defaultEnvironment ?? 'default'} is in the files`);
	if (secretKeys.length > 0)
		notes.say('warn', `secret variables are not in the files: ${secretKeys.join(', ')}; add them to ${tests}/load.sh`);
}

function apiKey(context: Context): string {
	const {section, endpoint} = context.connection();
	return resolveApiKey(context.env, section, endpoint.value).value;
}
