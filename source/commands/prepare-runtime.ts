import type {Context} from '../context.ts';

/** Makes sure that the service of this machine has a browser for tests of websites, and says what was done. */
export async function prepareBrowser(context: Context): Promise<void> {
	const {notes, env} = context;
	const service = await context.loadService();
	const finding = await service.prepareBrowser({env, report: line => notes.say('info', line)});
	notes.say(finding.status === 'ok' ? 'info' : 'warn', `${finding.name}: ${finding.detail}`);
}

/** Makes sure that the service of this machine has a Python with what tests import, and says what was done. */
export async function preparePython(context: Context): Promise<void> {
	const {notes, env} = context;
	const service = await context.loadService();
	const {dataDir} = context.localService();
	const finding = await service.preparePython({dataDir, env, report: line => notes.say('info', line)});
	notes.say(finding.status === 'ok' ? 'info' : 'warn', `${finding.name}: ${finding.detail}`);
}
