import type {RequestProblem} from '../../contract/request-issues.ts';
import {ServiceError} from '../domain/service-error.ts';

/** The answer to a request that is not what its route takes. */
export const requestError = ({message, ...rest}: RequestProblem): ServiceError =>
	new ServiceError('VALIDATION_ERROR', message, rest);
