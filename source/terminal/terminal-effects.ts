import type {Copied} from './clipboard.ts';
import type {ProgramEnd} from './run-program.ts';

/** What key actions ask of the terminal. */
export type TerminalEffects = {
	/** Copies a text, and says what is known of it. */
	copy(text: string): Promise<Copied>;
	/**
	 * Lets the user edit a text in the editor, while the dashboard is away.
	 * @param save takes the changed text; when it fails, the file stays and its path is told
	 */
	edit(name: string, content: string, save: (changed: string) => Promise<void>): Promise<EditEnd>;
	/** Shows a text in the pager, while the dashboard is away. */
	page(name: string, content: string): Promise<ProgramEnd>;
	/** Opens an http or https address in the browser; false: there is no program that could. */
	browse(url: string): Promise<boolean>;
	/** Draws the whole screen again. */
	redraw(): void;
	/**
	 * Stops the process as the shell's job control does; it comes back by itself.
	 * @param onStay is called when it could not be stopped, because no shell is there that could continue it
	 */
	suspend(onStay: () => void): void;
	quit(): void;
};

/** What became of an edited text. */
export type EditEnd =
	| {kind: 'unchanged'}
	| {kind: 'saved'}
	/** The text could not be saved; it is still in the file. */
	| {kind: 'kept'; path: string; error: unknown}
	| {kind: 'failed'; reason: string};
