import {constants, homedir, tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {DemoError} from './demo-error.ts';
import {demoHelp, parseOptions} from './options.ts';
import {runDemo} from './run-demo.ts';

/** The demo was told to end; carries the signal for the exit code. */
class Interruption extends Error {
	override readonly name = 'Interruption';
	readonly signalName: 'SIGINT' | 'SIGTERM' | 'SIGHUP';

	constructor(signalName: Interruption['signalName']) {
		super(`The demo was interrupted by ${signalName}.`);
		this.signalName = signalName;
	}
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const notice = (line: string) => process.stderr.write(`${line}\n`);

/** The first signal ends the demo in order; the handlers then are gone, so that a second one ends it at once. */
function interruptions(): {signal: AbortSignal; release(): void} {
	const controller = new AbortController();
	const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
	const release = () => {
		for (const name of names) process.off(name, onSignal);
	};
	const onSignal = (name: NodeJS.Signals) => {
		release();
		notice('\nStopping what the demo started; press Ctrl-C again to leave at once.');
		controller.abort(new Interruption(name as Interruption['signalName']));
	};
	for (const name of names) process.on(name, onSignal);
	return {signal: controller.signal, release};
}

function hasScreen({stdin, stdout, env}: NodeJS.Process): boolean {
	const isLargeEnough = (stdout.columns ?? 0) >= 60 && (stdout.rows ?? 0) >= 16;
	return stdin.isTTY === true && stdout.isTTY === true && isLargeEnough && env['TERM'] !== 'dumb';
}

function explain(error: unknown): number {
	if (error instanceof Interruption) return 128 + constants.signals[error.signalName];
	notice(`Error: ${error instanceof Error ? error.message : String(error)}`);
	if (error instanceof DemoError) notice(error.nextStep);
	return 1;
}

async function main(argv: string[]): Promise<number> {
	let options: ReturnType<typeof parseOptions>;
	try {
		options = parseOptions(argv);
	} catch (error) {
		explain(error);
		return 5;
	}
	if (options.help) {
		process.stdout.write(demoHelp);
		return 0;
	}
	const folder = dirname(fileURLToPath(import.meta.url));
	const {signal, release} = interruptions();
	try {
		return await runDemo(options, {
			platform: process.platform,
			env: process.env,
			homeDirectory: homedir(),
			temporaryDirectory: tmpdir(),
			files: {
				cli: join(folder, 'cli.js'),
				shop: join(folder, 'demo-shop.js'),
				tests: join(folder, 'demo-tests'),
				plans: join(folder, 'demo-plans'),
			},
			hasScreen: hasScreen(process),
			print,
			notice,
			signal,
		});
	} catch (error) {
		return explain(error);
	} finally {
		release();
	}
}

process.exitCode = await main(process.argv.slice(2));
