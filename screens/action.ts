import {tellPlaces} from '../source/view-model/places.ts';
import type {Dashboard} from '../source/stores/dashboard.ts';

/** What a binding does. */
export type Action = {
	do(): void;
	/** Whether there is something to do it to; footer and palette leave it out otherwise. Absent = always. */
	isAvailable?(): boolean;
	/** Why it cannot be done where it is not available, and what can; null: nothing more to say than that. */
	why?(): string | null;
};

/** Actions by the names of their bindings, `layer.action`. */
export type Actions = Record<string, Action>;

/** What went wrong, in one line: the message and the next step. */
export function errorLine(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	const next = error instanceof Error && 'nextAction' in error ? String(error.nextAction) : '';
	return next ? `${message} ${tellPlaces(next)}` : message;
}

/** Runs work that a key started; its failure is told and nothing else changes. */
export function attempt({ui, context}: Dashboard, work: () => Promise<void>): void {
	work().catch((error: unknown) => {
		if (!context.ended.aborted) ui.toast(errorLine(error), 'error');
	});
}
