import type {Dashboard} from '../../source/stores/dashboard.ts';

/** What went wrong, in one line: the message and the next step. */
export function errorLine(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	const next = error instanceof Error && 'nextAction' in error ? String(error.nextAction) : '';
	return next ? `${message} ${next}` : message;
}

/** Runs work that a key started; its failure is told and nothing else changes. */
export function attempt({ui, context}: Dashboard, work: () => Promise<void>): void {
	work().catch((error: unknown) => {
		if (!context.ended.aborted) ui.toast(errorLine(error), 'error');
	});
}
