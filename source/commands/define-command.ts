import type {Context} from '../context.ts';
import type {ApiError} from '../errors/api-error.ts';
import type {Rendered} from '../output/text/index.ts';
import type {Arguments, ArgumentValues} from './argument.ts';
import type {Flags, FlagValues} from './flag.ts';
import type {MissingFlag} from './missing-flags.ts';

/**
 * What a command hands back. `data` is the one JSON document of stdout, `view` names its text form. `problem` ends the
 * process with its exit code although there is a result: a negative answer, a wait that ran out of time, an
 * interruption, a trigger that failed after its test was created.
 */
export type CommandResult = (Rendered | {data?: undefined; view?: undefined}) & {
	problem?: ApiError;
	/** The number to end with when there is neither result nor problem; 0 when absent. */
	exitCode?: number;
	/** What follows once the result is written, such as the dashboard on it. Changes nothing of how the command ends. */
	afterwards?(): Promise<void>;
};

/**
 * Settings that are checked before the command's own rules: `connection` the profile name and the endpoint wherever
 * they come from, `profile` its name alone, `none` neither (the command reports on them itself). Flags are always
 * checked.
 */
type CheckedSettings = 'connection' | 'profile' | 'none';

/** The shape of every command. Its name and summary stand in the command tree, which is loaded without it. */
export type Command<F extends Flags = Flags, A extends Arguments = Arguments> = {
	/** Paragraphs for help, below the summary. */
	description?: string;
	args: A;
	flags: F;
	/** Command lines for help, without the leading `svc`. */
	examples: readonly string[];
	settings?: CheckedSettings;
	/** The first signal asks it to stop, the second to hurry; else the first ends it and the second kills. */
	handlesSignals?: boolean;
	/** Flags that have to be there because of others, or because none of several is: told together with the required ones. */
	needs?(options: OptionsOf<F, A>, context: Context): readonly MissingFlag[];
	/** Exclusivity and range rules beyond single flags; throws. Runs before files, credentials and network. */
	rules?(options: OptionsOf<F, A>, context: Context): void;
	run(options: OptionsOf<F, A>, context: Context): Promise<CommandResult>;
};

/** Parsed arguments and flags under their keys. */
type OptionsOf<F extends Flags, A extends Arguments> = FlagValues<F> & ArgumentValues<A>;

// biome-ignore lint/suspicious/noExplicitAny: options are erased where commands of different shapes stand together
export type AnyCommand = Command<any, any>;

/** Declares a command and keeps the exact types of its options. */
export const defineCommand = <F extends Flags, A extends Arguments>(command: Command<F, A>): Command<F, A> => command;
