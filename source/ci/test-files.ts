import type {Project} from '../../contract/project.ts';
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
export type KeptProject = {
	project: Pick<Project, 'name' | 'type' | 'auth'>;
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
export function testFiles({project, tests, deletePaths, variables}: KeptProject): TestFile[] {
	const names = new Set<string>();
	const files: TestFile[] = [];
	const lines: string[] = [];
	for (const test of tests) {
		const name = freeName(test.name, names);
		if (test.code !== null && test.planSteps === undefined) {
			files.push({path: `${name}.py`, text: test.code});
			lines.push(`svc test create --type ${test.type} ${flagsOf(test)} --code-file "$tests"/${name}.py`);
		} else if (test.planSteps) {
			files.push({path: `${name}.json`, text: `${JSON.stringify(planOf(test), null, 2)}\n`});
			lines.push(
				`sed 's/^  "projectId": "${idPlace}"/  "projectId": "'"$project"'"/' "$tests"/${name}.json | svc test create --plan-from -`,
			);
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
		`project=$(svc --output json project create --type ${project.type} ${flag('--name', project.name)} --url "$1" | sed -n 's/^  "id": "\\(.*\\)",$/\\1/p')`,
		'[ -n "$project" ]',
		'svc init --no-agent --yes --project "$project" >/dev/null',
		...credentialLines(project),
		...(set.length > 0 ? [`svc project env update "$project" default${set.join('')} >/dev/null`] : []),
		...known,
		...lines.map(line => `${line} >/dev/null`),
		'svc test list --no-header --columns id,name',
	];
	return [...files, {path: 'load.sh', text: `${script.join('\n')}\n`}];
}

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
