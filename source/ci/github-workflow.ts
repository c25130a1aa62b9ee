import type {ProjectId} from '../../contract/ids.ts';
import {name as packageName} from '../../package.json';
import {flag, quoted} from './test-files.ts';

/** What a workflow is made for. */
type WorkflowOptions = {
	projectId: ProjectId;
	/** Only tests with that in their name. */
	filter?: string;
	/** How long `svc` waits for the verdicts. */
	timeoutSeconds: number;
	/** What npm installs: this version of this client, unless somebody keeps it elsewhere. */
	packageSpec: string;
	/** The service runs on the runner itself, with the tests of the repository. */
	embedded?: Embedded | undefined;
};

export type Embedded = {
	/** Folder of the tests and `load.sh` in the repository. */
	tests: string;
	/** What is tested, when the repository does not say it. */
	targetUrl: string;
	/** The tests send a credential, which comes from a secret. */
	hasCredential: boolean;
};

/** The package of this client, at exactly this version. */
export const ownPackage = (version: string): string => `${packageName}@${version}`;

/** The report files, uploaded whatever the verdict is. */
const junitFile = 'svc-junit.xml';
const summaryFile = 'svc-summary.json';

/** Minutes the job may take beyond the wait: start of the machine, download of the client, upload of the reports. */
const spareMinutes = 10;

/** The command line of the workflow, as a shell reads it. */
export function workflowCommand({projectId, filter, timeoutSeconds, packageSpec, embedded}: WorkflowOptions): string {
	const flags = [
		// `load.sh` names the project of the runner's service in .svc/config.json.
		...(embedded ? [] : [flag('--project', projectId)]),
		...(filter === undefined ? [] : [flag('--filter', filter)]),
		'--wait',
		`--timeout ${timeoutSeconds}`,
		'--report junit',
		`--report-file ${junitFile}`,
		`--summary-file ${summaryFile}`,
		'--gh-output',
	];
	const program = embedded ? 'svc' : `npx --yes --package=${quoted(packageSpec)} svc`;
	return `${program} --output json test run --all ${flags.join(' ')}`;
}

/** Whether npm takes the package out of a file or folder, which a runner has only after a checkout. */
const isOfTheRepository = (packageSpec: string) => /^(?:\.{0,2}\/|file:)/.test(packageSpec);

const expression = (inner: string) => `\${{ ${inner} }}`;

/**
 * Text of a workflow that runs every test of a project on pushes and pull requests. Values stand in a block scalar, where
 * YAML has no escapes and needs none as long as they hold no control character.
 */
export const githubWorkflow = (
	options: WorkflowOptions,
): string => `# Runs the tests of this project with svc. Written by \`svc ci init github\`.
#
${(options.embedded ? embeddedNeeds(options.embedded) : reachableNeeds).map(line => `#${line && ` ${line}`}\n`).join('')}name: svc

on:
  push:
  pull_request:

permissions:
  contents: read

jobs:
  test:
    runs-on: ubuntu-latest
    timeout-minutes: ${Math.ceil(options.timeoutSeconds / 60) + spareMinutes}
    steps:
${options.embedded || isOfTheRepository(options.packageSpec) ? '      - uses: actions/checkout@v4\n' : ''}      - uses: actions/setup-node@v4
        with:
          node-version: 20
${options.embedded ? embeddedSteps(options, options.embedded) : ''}      - name: Run the tests
${options.embedded ? '' : reachableEnvironment}        run: |
${options.embedded ? '' : reachableChecks}          ${workflowCommand(options)}
      - name: Keep the reports
        if: ${expression('!cancelled()')}
        uses: actions/upload-artifact@v4
        with:
          name: svc-reports
          path: |
            ${junitFile}
            ${summaryFile}
`;

const reachableNeeds = [
	'Needs, in the settings of the repository:',
	'  secret SVC_API_KEY      the API key',
	'  variable SVC_API_URL    address of the service',
	'',
	'A push to a branch with an open pull request triggers both events, and both runs are billed. Name your main branch',
	'below `push` to pay once.',
];

const reachableEnvironment = `        env:
          SVC_API_KEY: ${expression('secrets.SVC_API_KEY')}
          SVC_API_URL: ${expression('vars.SVC_API_URL')}
`;

/** Without an address the client would start a service on the runner, which knows neither the key nor the project. */
const reachableChecks = `          : "\${SVC_API_URL:?is not set: add the variable SVC_API_URL, the address of the service, to the settings of the repository}"
          : "\${SVC_API_KEY:?is not set: add the secret SVC_API_KEY to the settings of the repository (pull requests of forks get no secrets)}"
`;

const embeddedNeeds = ({tests, targetUrl, hasCredential}: Embedded) => [
	`The service runs on the runner, with the tests of ${tests}. Commit that folder, and start what is tested in the`,
	'step that says so.',
	'',
	'In the settings of the repository:',
	`  variable SVC_TARGET_URL           address of what is tested, else ${targetUrl}`,
	...(hasCredential ? ['  secret SVC_TARGET_CREDENTIAL      the credential that its calls send'] : []),
];

const embeddedSteps = (
	{packageSpec}: WorkflowOptions,
	{tests, targetUrl, hasCredential}: Embedded,
) => `      - name: Install svc
        run: |
          npm install --global ${quoted(packageSpec)}
      - name: Start what is tested
        run: |
          echo "Start your application here, in the background: npm start &"
      - name: Start the service
        run: |
          svc setup --local --no-agent --yes
      - name: Load the tests
        env:
          SVC_TARGET_URL: ${expression('vars.SVC_TARGET_URL')}
${hasCredential ? `          SVC_TARGET_CREDENTIAL: ${expression('secrets.SVC_TARGET_CREDENTIAL')}\n` : ''}        run: |
          [ -n "$SVC_TARGET_URL" ] || SVC_TARGET_URL=${quoted(targetUrl)}
          sh ${quoted(`${tests}/load.sh`)} "$SVC_TARGET_URL"
`;
