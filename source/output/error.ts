import {correctRequest} from '../../contract/usual-step.ts';
import type {ApiError} from '../errors/api-error.ts';
import {clean, cleanLine} from './clean.ts';

const words = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/**
 * An error in text form, on stderr: `Error: <message>`, the next action, the request id unless local, scopes of
 * AUTH_FORBIDDEN. A negative answer is one sentence; an interruption says how to go on.
 */
export function errorText(error: ApiError): string {
	const lines: string[] = [];
	// A line break in a name would begin a line of its own.
	const message = cleanLine(error.message);
	if (error.code === 'INTERRUPTED') {
		const subject = runningCommand(error.details);
		lines.push(
			...(subject
				? [`[hint] still running: svc ${subject.resume}`, `[hint] stop it: svc ${subject.stop}`]
				: [`[info] ${message}`, ...(error.nextAction ? [`[hint] ${error.nextAction}`] : [])]),
		);
	} else if (error.code === 'NEGATIVE_RESULT') {
		lines.push(message, ...stepsOf(error.nextAction).map(step => `[hint] ${step}`));
	} else {
		lines.push(`Error: ${message}`);
		// A refused field is named by the message; that it is to be corrected goes without saying.
		if (error.nextAction && error.nextAction !== correctRequest) lines.push(error.nextAction);
		if (error.requestId !== 'local') lines.push(`requestId: ${error.requestId}`);
		if (error.code === 'AUTH_FORBIDDEN') {
			for (const kind of ['required', 'granted']) {
				const scopes = words(error.details[`${kind}Scopes`]);
				if (scopes.length > 0) lines.push(`${kind} scopes: ${scopes.join(', ')}`);
			}
		}
	}
	return `${clean(lines.join('\n'))}\n`;
}

/** One command a line. */
const stepsOf = (nextAction: string): string[] => nextAction.split('\n').filter(Boolean);

/** How to come back to what an interrupted wait was about; null when it was about nothing that goes on. */
function runningCommand({batchId, runIds}: Record<string, unknown>): {resume: string; stop: string} | null {
	if (typeof batchId === 'string') return {resume: `batch watch ${batchId}`, stop: `batch cancel ${batchId}`};
	const ids = words(runIds).join(' ');
	return ids ? {resume: `test wait ${ids}`, stop: `test cancel ${ids}`} : null;
}
