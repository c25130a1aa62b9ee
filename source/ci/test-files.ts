import type {CleanupRule, CleanupSettings} from '../../contract/cleanup.ts';
import {defaultBrowser, type Project} from '../../contract/project.ts';
import type {Test} from '../../contract/test.ts';

/**
 * A word of a shell. GitHub replaces `${{ … }}` in the whole script before a shell sees it, quoted or not; a pair of
 * quotes between `$` and `{{` means the same to the shell and nothing to GitHub.
 */
export function quoted(value: string): string {
	if (/^[\w./:@%+,=-]+$/.test(value)) return value;
	return `'${value.replaceAll("'", () => String.raw`'\''`).replaceAll('${{', () => "$''{{")}'`;
}

/** "A value that starts with `-` needs `=`." */
export const flag = (name: string, value: string): string =>
	`${name}${value.startsWith('-') ? '=' : ' '}${quoted(value)}`;

/** A test with what it consists of: Python, or the steps of a plan (`test get`). */
export type KeptTest = Test & {code: string | null};

/** What a project is made of, without its secrets. */
type KeptProject = {
	project: Pick<
		Project,
		'name' | 'type' | 'auth' | 'description' | 'instruction' | 'testIdAttributes' | 'maxParallel' | 'browser'
	>;
	/** Of a backend project; null: it has none. */
	cleanup: {settings: CleanupSettings; rules: readonly Pick<CleanupRule, 'instruction'>[]} | null;
	/** Oldest first: of two producers of one name the older one counts. */
	tests: readonly KeptTest[];
	/** Paths whose DELETE is known. */
	deletePaths: readonly string[];
	/** Variables of the default environment whose values are no secret. */
	variables: Readonly<Record<string, string>>;
};

export type TestFile = {path: string; text: string};

/** Takes the place of the project's id in a plan; `load.sh` fills it in. */
const idPlace = '<project-id>';

/**
 * A project as files of a repository: one per test, and `load.sh`, which makes the project and its tests again in the
 * service of another machine by the commands that anybody would type.
 */
export function testFiles({project, tests, cleanup, deletePaths, variables}: KeptProject): TestFile[] {
	const names = new Set<string>();
	const files: TestFile[] = [];
	const lines: string[] = [];
	const {variableOf, orderLines} = orderOf(tests);
	for (const test of tests) {
		const name = freeName(test.name, names);
		const id = variableOf(test.id);
		const svc = id === null ? 'svc' : 'svc --output json';
		const create = (command: string) =>
			id === null ? `${command} >/dev/null` : `${id}=$(${command} | ${answered('testId')})`;
		if (test.code !== null && test.planSteps === undefined) {
			files.push({path: `${name}.py`, text: test.code});
			lines.push(create(`${svc} test create --type ${test.type} ${flagsOf(test)} --code-file "$tests"/${name}.py`));
		} else if (test.planSteps) {
			files.push({path: `${name}.json`, text: `${JSON.stringify(planOf(test), null, 2)}\n`});
			const fill = `sed 's/^  "projectId": "${idPlace}"/  "projectId": "'"$project"'"/' "$tests"/${name}.json`;
			const limit = test.stepTimeoutMs ? ` --step-timeout ${test.stepTimeoutMs}` : '';
			lines.push(create(`${fill} | ${svc} test create --plan-from -${limit}`));
		}
	}
	const set = Object.entries(variables).map(([key, value]) => ` ${flag('--var', `${key}=${value}`)}`);
	const known = deletePaths.map(path => `svc endpoint add --method DELETE ${flag('--path', path)} >/dev/null`);
	const script = [
		'#!/bin/sh',
		'# Makes the project and its tests in the service of this machine. Written by `svc ci init github --embedded`.',
		'#   sh load.sh <url of what is tested>',
		'set -eu',
		'tests=$(dirname "$0")',
		...secretLines(project),
		`project=$(svc --output json project create --type ${project.type} ${settingsOf(project)} --url "$1" | ${answered('id')})`,
		'[ -n "$project" ]',
		'svc init --no-agent --yes --project "$project" >/dev/null',
		...credentialLines(project),
		...(set.length > 0 ? [`svc project env update "$project" default${set.join('')} >/dev/null`] : []),
		...known,
		...cleanupLines(cleanup),
		...lines,
		...orderLines,
		'svc test list --no-header --columns id,name',
	];
	return [...files, {path: 'load.sh', text: `${script.join('\n')}\n`}];
}

/** A value of an answer in JSON, which has one field a line. */
const answered = (key: string) => `sed -n 's/^  "${key}": "\\(.*\\)",$/\\1/p'`;

/**
 * Ids are of a service, so a test that others come after is remembered in a variable of the shell while it is made.
 * @returns the variable of a test, null where none is needed; and the lines that set the order once all tests are there
 */
function orderOf(tests: readonly KeptTest[]) {
	const ids = tests.map(({id}) => id);
	const after = ({after}: KeptTest) => (after ?? []).map(({testId}) => testId).filter(id => ids.includes(id));
	const involved = new Set(tests.filter(test => after(test).length > 0).flatMap(test => [test.id, ...after(test)]));
	const variableOf = (id: string) => (involved.has(id) ? `test_${ids.indexOf(id) + 1}` : null);
	const orderLines = tests
		.filter(test => after(test).length > 0)
		.map(test => {
			const others = after(test).map(id => ` --after "$${variableOf(id)}"`);
			return `svc test update "$${variableOf(test.id)}"${others.join('')} >/dev/null`;
		});
	return {variableOf, orderLines};
}

/** What of a project stands beside its name, where it is not what every project begins with. */
function settingsOf({name, description, instruction, testIdAttributes, maxParallel, browser}: KeptProject['project']) {
	const {consent, pictures, stayOnOrigin, loginOrigins} = browser ?? defaultBrowser;
	return [
		flag('--name', name),
		...(description ? [flag('--description', description)] : []),
		...(instruction ? [flag('--instruction', instruction)] : []),
		...(testIdAttributes?.length ? [flag('--test-id-attributes', testIdAttributes.join(','))] : []),
		...(maxParallel ? [`--max-parallel ${maxParallel}`] : []),
		...(consent === defaultBrowser.consent ? [] : [flag('--consent', consent)]),
		...(pictures === defaultBrowser.pictures ? [] : [flag('--pictures', pictures)]),
		...(stayOnOrigin ? ['--stay-on-origin'] : []),
		...loginOrigins.map(origin => flag('--login-origin', origin)),
	].join(' ');
}

/** What cleanup may delete, and what is masked, is no different on a runner. */
function cleanupLines(cleanup: KeptProject['cleanup']): string[] {
	if (cleanup === null || cleanup.settings.updatedAt === null) return ruleLines(cleanup?.rules ?? []);
	const {mode, parallel, readBefore, handles, maskedFields} = cleanup.settings;
	const masks = [
		...maskedFields.add.map(name => ` ${flag('--add', name)}`),
		...maskedFields.remove.map(name => ` ${flag('--remove', name)}`),
	];
	return [
		`svc project cleanup "$project" ${flag('--mode', mode)} --parallel ${parallel}${readBefore ? ' --read-before' : ''} >/dev/null`,
		...handles.map(
			({method, path, pointer}) =>
				`svc project cleanup handle ${quoted(`${method} ${path}`)} ${quoted(pointer)} >/dev/null`,
		),
		...(masks.length > 0 ? [`svc project mask "$project"${masks.join('')} >/dev/null`] : []),
		...ruleLines(cleanup.rules),
	];
}

const ruleLines = (rules: readonly Pick<CleanupRule, 'instruction'>[]) =>
	rules.map(({instruction}) => `svc project cleanup "$project" ${flag('--opt-out', instruction)} >/dev/null`);

/** Pull requests of forks get no secrets: without the credential every call would be refused. */
const secretLines = ({auth}: KeptProject['project']): string[] =>
	auth?.maskedCredential
		? [
				`: "\${SVC_TARGET_CREDENTIAL:?is not set: add the secret SVC_TARGET_CREDENTIAL to the settings of the repository (pull requests of forks get no secrets)}"`,
			]
		: [];

/** The credential comes from a secret of the repository; it never stands in a file. */
function credentialLines({auth}: KeptProject['project']): string[] {
	if (!auth || auth.maskedCredential === null) return [];
	const header = auth.headerName ? ` ${flag('--header-name', auth.headerName)}` : '';
	return [
		`printf %s "$SVC_TARGET_CREDENTIAL" | svc project credential "$project" --type ${quoted(auth.authType)}${header} --credential-file - >/dev/null`,
	];
}

const flagsOf = (test: KeptTest): string =>
	[
		flag('--name', test.name),
		...(test.description ? [flag('--description', test.description)] : []),
		...(test.priority ? [flag('--priority', test.priority)] : []),
		...(test.produces ?? []).map(name => flag('--produces', name)),
		...(test.consumes ?? []).map(name => flag('--needs', name)),
		...(test.category ? [flag('--category', test.category)] : []),
		...(test.timeoutSeconds ? [`--test-timeout ${test.timeoutSeconds}`] : []),
	].join(' ');

const planOf = ({name, description, priority, viewport, planSteps}: KeptTest) => ({
	projectId: idPlace,
	type: 'frontend',
	name,
	...(description ? {description} : {}),
	...(priority ? {priority} : {}),
	...(viewport ? {viewport} : {}),
	planSteps,
});

/** A file name that says what the test is called; the second one of a name gets a number. */
function freeName(name: string, taken: Set<string>): string {
	const words = name
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-+|(?<!-)-+$/g, '')
		.slice(0, 60);
	const stem = words === '' ? 'test' : words;
	let free = stem;
	for (let count = 2; taken.has(free); count++) free = `${stem}-${count}`;
	taken.add(free);
	return free;
}
