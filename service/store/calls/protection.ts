import type {SecretRule} from '../../domain/protect-execution.ts';
import type {Sealing} from '../../domain/sealed-text.ts';
import type {Database} from '../database.ts';
import {createSecretRules} from './secret-rules.ts';

/** How secrets of recorded calls and captured values lie in the store: sealed, by the rule of their project. */
export type Protection = Sealing & {ruleOf(database: Database, projectId: string): Promise<SecretRule>};

/** The same for one transaction, which asks for the rule of a project once. */
export function protectionOnce(protection: Protection): Protection {
	const rules = new Map<string, Promise<SecretRule>>();
	return {
		...protection,
		ruleOf(database, projectId) {
			const known = rules.get(projectId) ?? protection.ruleOf(database, projectId);
			rules.set(projectId, known);
			return known;
		},
	};
}

export const createProtection = (sealing: Sealing): Protection => ({...sealing, ruleOf: createSecretRules()});
