import type {HttpMethod} from '../../contract/enums.ts';

/** The command that gives an endpoint the example of a body; `<…>` stands for what only a person knows. */
export const giveBody = (operation: {method: HttpMethod; path: string}): string =>
	`svc endpoint edit "${operation.method} ${operation.path}" --sample-body '<json>'`;

/** The command that gives one place of a request its value. */
export const giveValue = (operation: {method: HttpMethod; path: string}, place: string): string =>
	`svc endpoint cut "${operation.method} ${operation.path}" ${place} --value '<value>'`;

/** The command that gives a project a credential that may do more. */
export const giveCredential = (projectId: string): string =>
	`svc project credential ${projectId} --type <type> --credential-file <file>`;
