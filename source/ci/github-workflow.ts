import {name as packageName} from '../../package.json';

/** What a workflow is made for. */
export type WorkflowOptions = {
	projectId: string;
	/** Only tests with that in their name. */
	filter?: string;
	/** How long `svc` waits for the verdicts. */
	timeoutSeconds: number;
	/** What npm installs: this version of this client, unless somebody keeps it elsewhere. */
	packageSpec: string;
};

/** The package of this client, at exactly this version. */
export const ownPackage = (version: string): string => `${packageName}@${version}`;

/** The report files, uploaded whatever the verdict is. */
const junitFile = 'svc-junit.xml';
const summaryFile = 'svc-summary.json';

/** Minutes the job may take beyond the wait: start of the machine, download of the client, upload of the reports. */
const spareMinutes = 10;

/** The command line of the workflow, as a shell reads it. */
export function workflowCommand({projectId, filter, timeoutSeconds, packageSpec}: WorkflowOptions): string {
	const flags = [
		...flag('--project', projectId),
		...(filter === undefined ? [] : flag('--filter', filter)),
		'--wait',
		`--timeout ${timeoutSeconds}`,
		'--report junit',
		`--report-file ${junitFile}`,
		`--summary-file ${summaryFile}`,
		'--gh-output',
	];
	return `npx --yes --package=${quoted(packageSpec)} svc --output json test run --all ${flags.join(' ')}`;
}

/** "A value that starts with `-` needs `=`." */
const flag = (name: string, value: string): string[] => [`${name}${value.startsWith('-') ? '=' : ' '}${quoted(value)}`];

/**
 * A word of a shell. GitHub replaces `${{ … }}` in the whole script before a shell sees it, quoted or not; a pair of
 * quotes between `$` and `{{` means the same to the shell and nothing to GitHub.
 */
function quoted(value: string): string {
	if (/^[\w./:@%+,=-]+$/.test(value)) return value;
	return `'${value.replaceAll("'", () => String.raw`'\''`).replaceAll('${{', () => "$''{{")}'`;
}

/** Whether npm takes the package out of a file or folder, which a runner has only after a checkout. */
const isOfTheRepository = (packageSpec: string) => /^(?:\.{0,2}\/|file:)/.test(packageSpec);

/**
 * Text of a workflow that runs every test of a project on pushes and pull requests. Values stand in a block scalar, where
 * YAML has no escapes and needs none as long as they hold no control character.
 */
export const githubWorkflow = (
	options: WorkflowOptions,
): string => `# Runs the tests of this project with svc. Written by \`svc ci init github\`.
#
# Needs, in the settings of the repository:
#   secret SVC_API_KEY      the API key
#   variable SVC_API_URL    address of the service
#
# A push to a branch with an open pull request triggers both events, and both runs are billed. Name your main branch
# below \`push\` to pay once.
name: svc

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
${isOfTheRepository(options.packageSpec) ? '      - uses: actions/checkout@v4\n' : ''}      - uses: actions/setup-node@v4
        with:
          node-version: 20
      - name: Run the tests
        env:
          SVC_API_KEY: \${{ secrets.SVC_API_KEY }}
          SVC_API_URL: \${{ vars.SVC_API_URL }}
        run: |
          ${workflowCommand(options)}
      - name: Keep the reports
        if: \${{ !cancelled() }}
        uses: actions/upload-artifact@v4
        with:
          name: svc-reports
          path: |
            ${junitFile}
            ${summaryFile}
`;
