import {parseArgs} from 'node:util';
import {DemoError} from './demo-error.ts';

export interface DemoOptions {
	/** Leaves service, shop and data for playing. */
	keep: boolean;
	/** Ends what an earlier `--keep` left, and does nothing else. */
	stop: boolean;
	/** Plays on PostgreSQL with several processes. */
	team: boolean;
	help: boolean;
}

export const demoHelp = `Usage: npm run demo [-- --keep | --stop | --team]

Starts the embedded service and a small shop, runs the tests of its API and of its website, and says whether they found
what is hidden in it. Without a browser the website is left out, and the command that installs one is named.
  --keep   leave the service, the shop and the data for playing
  --stop   end and remove what an earlier --keep left
  --team   start PostgreSQL, two processes that answer and two workers; kill one in the middle and count what is left
  --help   this text

Exit codes: 0 the run found exactly what is hidden in the shop, 1 it did not or the demo could not run,
5 unknown option, 129, 130 or 143 interrupted.
`;

/** Reads the demo's own options; an unknown one is a DemoError that names the help. */
export function parseOptions(argv: string[]): DemoOptions {
	const nextStep = 'See `npm run demo -- --help`.';
	try {
		const {values} = parseArgs({
			args: argv,
			options: {
				keep: {type: 'boolean'},
				stop: {type: 'boolean'},
				team: {type: 'boolean'},
				help: {type: 'boolean', short: 'h'},
			},
		});
		const {keep = false, stop = false, team = false, help = false} = values;
		if (keep && stop) throw new Error('--keep and --stop exclude each other');
		if (team && (keep || stop)) throw new Error('--team clears up after itself: leave out --keep and --stop');
		return {keep, stop, team, help};
	} catch (error) {
		throw new DemoError(error instanceof Error ? error.message : String(error), nextStep, {cause: error});
	}
}
