import {accessSync, constants} from 'node:fs';
import {delimiter, join} from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

const commands = [
	...['chromium-headless-shell', 'chromium', 'chromium-browser'],
	...['google-chrome', 'google-chrome-stable', 'microsoft-edge'],
];
const macApplications = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

/** Path of a browser for frontend tests: `SVC_BROWSER`, else an installed Chromium, Chrome or Edge; null when none is. */
export function findBrowser(env: Environment): string | null {
	const named = env['SVC_BROWSER']?.trim();
	if (named) return isExecutable(named) ? named : null;
	const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
	const candidates = [...commands.flatMap(name => folders.map(folder => join(folder, name))), ...macApplications];
	return candidates.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
