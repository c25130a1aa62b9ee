import type {SecretRule} from '../../domain/protect-execution.ts';
import type {Sealing} from '../../domain/sealed-text.ts';
import {createSecretRules, type RuleOf} from './secret-rules.ts';

/** How secrets of recorded calls and captured values lie in the store: sealed, by the rule of their project. */
export type Protection = Sealing & {ruleOf: RuleOf};

/** The same for one transaction, which asks for the rule of a project once. */
export function protectionOnce(protection: Protection): Protection {
	const rules = new Map<string, Promise<SecretRule>>();
	return {
		...protection,
		ruleOf(database, projectId, stamp) {
			const known = rules.get(projectId) ?? protection.ruleOf(database, projectId, stamp);
			rules.set(projectId, known);
			return known;
		},
	};
}

export const createProtection = (sealing: Sealing): Protection => ({...sealing, ruleOf: createSecretRules()});
