import {ApiError} from '../errors/api-error.ts';
import type {EndingSignal} from '../command-line/exit-codes.ts';

/** The error that ends a command when a signal asks for it; waits add what goes on without them. */
export const interruption = (signal: EndingSignal): ApiError =>
	new ApiError('INTERRUPTED', `Interrupted by ${signal}.`, {details: {signal, runIds: []}});
