import {lstatSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {agentTargets} from '../../contract/agent-skill.ts';
import {type Target, targets} from './targets.ts';

/**
 * Whether a verify skill, in whatever state, lies below a directory. Only looks whether files are there, so that a
 * command can ask on its way; what they hold is the business of `skillState`.
 */
export const hasVerifySkill = (root: string): boolean =>
	agentTargets.some(name => {
		const target: Target = targets[name];
		const path = join(root, ...target.path('svc-verify').split('/'));
		try {
			return target.mode === 'own-file'
				? lstatSync(path).isFile()
				: /svc-skill: \S*svc-verify/.test(readFileSync(path, 'utf8'));
		} catch {
			// Missing, or not to be read: in no case a skill an agent could use.
			return false;
		}
	});
