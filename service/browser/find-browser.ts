import {readdirSync} from 'node:fs';
import {homedir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {findOnPath, isExecutable} from '../../source/process/system-package.ts';
import {browserBinary} from './browser-binary.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const commands = [
	...['chromium-headless-shell', 'chromium', 'chromium-browser'],
	...['google-chrome', 'google-chrome-stable', 'microsoft-edge', 'microsoft-edge-stable'],
];
const macApplications = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

/**
 * The binary of a browser for frontend tests: `SVC_BROWSER`, else an installed headless shell, Chromium, Chrome or Edge,
 * else one that Playwright downloaded; null when none is there. A launcher that is a script is followed to what it starts.
 */
export function findBrowser(env: Environment): string | null {
	const named = env['SVC_BROWSER']?.trim();
	if (named) return isExecutable(named) ? browserBinary(named) : null;
	const found = findOnPath(commands, env) ?? macApplications.find(isExecutable) ?? downloaded(env);
	return found === undefined ? null : browserBinary(found);
}

/** Where Playwright puts its browsers, by platform; `PLAYWRIGHT_BROWSERS_PATH` names another folder. */
const downloadFolders: Partial<Record<NodeJS.Platform, string[]>> = {
	linux: ['.cache', 'ms-playwright'],
	darwin: ['Library', 'Caches', 'ms-playwright'],
};
/** Below `<browser>-<revision>`. */
const downloadedFiles = [
	...['chrome-headless-shell-linux64/chrome-headless-shell', 'chrome-linux/headless_shell'],
	...['chrome-linux64/chrome', 'chrome-linux/chrome'],
	...['chrome-headless-shell-mac-arm64/chrome-headless-shell', 'chrome-headless-shell-mac-x64/chrome-headless-shell'],
	...['chrome-mac/headless_shell', 'chrome-mac/Chromium.app/Contents/MacOS/Chromium'],
];

/** The newest headless shell, then the newest Chromium. */
function downloaded(env: Environment): string | undefined {
	const own = downloadFolders[process.platform];
	const folder = env['PLAYWRIGHT_BROWSERS_PATH'] ?? (own && join(env['HOME'] ?? homedir(), ...own));
	if (!folder) return undefined;
	const revision = (name: string) => Number(/-(\d+)$/.exec(name)?.[1] ?? 0);
	const kinds = [/^chromium_headless_shell-\d+$/, /^chromium-\d+$/];
	return kinds
		.flatMap(kind =>
			entriesOf(folder)
				.filter(name => kind.test(name))
				.sort((one, other) => revision(other) - revision(one)),
		)
		.flatMap(name => downloadedFiles.map(file => join(folder, name, file)))
		.find(isExecutable);
}

function entriesOf(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
