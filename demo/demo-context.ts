import type {Machine} from './home.ts';

/** What the demo has of the machine and the terminal it plays on. */
export interface DemoContext extends Machine {
	/** The built client, the built shop, and the folders with the tests of the API and with the plans of the website. */
	files: {cli: string; shop: string; tests: string; plans: string};
	/** Both ends are a terminal that is large enough for the dashboard. */
	hasScreen: boolean;
	/** Results and steps; stdout of the demo. */
	print(line: string): void;
	/** What the commands say on the way; stderr of the demo. */
	notice(line: string): void;
	/** Aborted by Ctrl-C and its like. */
	signal: AbortSignal;
}
