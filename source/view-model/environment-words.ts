import type {Environment} from '../../contract/environment.ts';

/** Who logs in with an environment, for a column: `public` says nothing of what the project sends. */
export const loginWord = ({authMode}: Pick<Environment, 'authMode'>): string =>
	authMode === 'public' ? 'no login' : authMode;

/** The same with what it means for calls. */
export const loginWords = ({authMode}: Pick<Environment, 'authMode'>): string =>
	authMode === 'public' ? 'public (no login of its own; calls carry what the project stores)' : authMode;
