import {execFileSync} from 'node:child_process';
import {chmodSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {githubWorkflow, ownPackage, workflowCommand} from '../../../source/ci/github-workflow.ts';

/** An expression of GitHub. */
const expression = (inner: string) => `$\{{ ${inner} }}`;

const options = {projectId: 'prj_1', timeoutSeconds: 600, packageSpec: ownPackage('1.2.3')};

let directory: string;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), 'svc-workflow-'));
});
afterEach(() => rmSync(directory, {recursive: true, force: true}));

/** What `npx` is called with when a shell runs the command. */
function wordsOf(command: string): string[] {
	const npx = join(directory, 'npx');
	writeFileSync(npx, '#!/bin/sh\nprintf "%s\\0" "$@"\n');
	chmodSync(npx, 0o755);
	const output = execFileSync('sh', ['-ec', command], {env: {PATH: `${directory}:/usr/bin:/bin`}, encoding: 'utf8'});
	return output.split('\0').slice(0, -1);
}

describe('the command of the workflow', () => {
	it('runs this version of the client on all tests of the project, with every report', () => {
		expect(workflowCommand(options)).toBe(
			'npx --yes --package=svc-cli@1.2.3 svc --output json test run --all --project prj_1 --wait --timeout 600 --report junit --report-file svc-junit.xml --summary-file svc-summary.json --gh-output',
		);
	});

	it.each([
		'checkout',
		'two words',
		'it\'s $HOME `id` $(id) "quoted" \\ ; & | > # !',
		expression('secrets.SVC_API_KEY'),
		`'${expression('x')}'`,
		'-starts-with-a-dash',
		'ümläut 日本',
	])('hands the filter %s over unchanged, and as no expression of GitHub', filter => {
		const command = workflowCommand({...options, filter});
		const words = wordsOf(command);
		const given = filter.startsWith('-') ? [`--filter=${filter}`] : ['--filter', filter];
		expect(words.slice(10, 10 + given.length)).toEqual(given);
		expect(command).not.toContain('${{');
	});
});

describe('the workflow', () => {
	it('is YAML whose step holds exactly the command', () => {
		const filter = 'a: "b" \'c\' # d %e @f *g &h !i |j >k {l} [m]';
		const text = githubWorkflow({...options, filter});
		// BaseLoader: every scalar stays text, `on` included.
		const script = 'import json, sys, yaml; print(json.dumps(yaml.load(sys.stdin, Loader=yaml.BaseLoader)))';
		const workflow = JSON.parse(execFileSync('python3', ['-c', script], {input: text, encoding: 'utf8'}));
		expect(Object.keys(workflow.on)).toEqual(['push', 'pull_request']);
		const [setup, run, upload] = workflow.jobs.test.steps;
		expect(setup).toEqual({uses: 'actions/setup-node@v4', with: {'node-version': '20'}});
		expect(run).toEqual({
			name: 'Run the tests',
			env: {SVC_API_KEY: expression('secrets.SVC_API_KEY'), SVC_API_URL: expression('vars.SVC_API_URL')},
			run: expect.stringMatching(/^(: "\$\{SVC_API_(URL|KEY):\?is not set: [^"\n]+\}"\n){2}npx /),
		});
		expect(run.run.split('\n').slice(2)).toEqual([workflowCommand({...options, filter}), '']);
		expect(upload.uses).toBe('actions/upload-artifact@v4');
		expect(upload.if).toBe(expression('!cancelled()'));
		expect(upload.with.path).toBe('svc-junit.xml\nsvc-summary.json\n');
		expect(workflow.permissions).toEqual({contents: 'read'});
	});

	it.each(['./vendor/svc.tgz', '../svc.tgz', '/srv/svc.tgz', 'file:svc.tgz'])(
		'checks the repository out where the package %s comes from there',
		packageSpec => {
			const text = githubWorkflow({...options, packageSpec});
			expect(text).toContain(`--package=${packageSpec} svc `);
			expect(text.indexOf('actions/checkout@v4')).toBeLessThan(text.indexOf(packageSpec));
			expect(text).toContain('- uses: actions/checkout@v4\n');
			expect(githubWorkflow(options)).not.toContain('checkout@v4');
		},
	);

	it('gives the job more time than the wait', () => {
		expect(githubWorkflow({...options, timeoutSeconds: 3600})).toContain('timeout-minutes: 70\n');
		expect(githubWorkflow({...options, timeoutSeconds: 1})).toContain('timeout-minutes: 11\n');
	});
});
