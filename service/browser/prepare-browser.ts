import {hasApt, installSystemPackage} from '../../source/process/system-package.ts';
import {findBrowser} from './find-browser.ts';

export type PrepareBrowserOptions = {
	env: Readonly<Record<string, string | undefined>>;
	/** Whether this process may install system packages. */
	isRoot: boolean;
	/** A sentence before what takes long. */
	onStep?(message: string): void;
};

const debianPackage = 'chromium-headless-shell';
const downloadCommand = 'npx playwright install --only-shell chromium';

/** The command that installs a browser here: the package of the system where it has one, else Playwright's download. */
export const browserCommand = async ({env, isRoot}: PrepareBrowserOptions): Promise<string> =>
	(await hasApt(env)) ? `${isRoot ? '' : 'sudo '}apt-get install -y ${debianPackage}` : downloadCommand;

/**
 * Makes sure that there is a browser for frontend tests: installs Debian's package where this process may. Null: there is
 * one, else what could not be done and the command to run. Never rejects.
 */
export async function prepareBrowser(options: PrepareBrowserOptions): Promise<string | null> {
	const {env, isRoot, onStep} = options;
	// What a person has named is theirs to mend.
	if (env['SVC_BROWSER']?.trim() || findBrowser(env) !== null) return null;
	const command = await browserCommand(options);
	if (!isRoot || !(await hasApt(env)))
		return `no browser was found, so no test of a website can run; install one: ${command}`;
	onStep?.(`installing the system package ${debianPackage}`);
	const failure = await installSystemPackage(debianPackage, env);
	if (findBrowser(env) !== null) return null;
	const why = failure ?? 'no browser is there after it';
	return `${debianPackage} could not be installed (${why}); try ${downloadCommand}, or name a browser in SVC_BROWSER`;
}
