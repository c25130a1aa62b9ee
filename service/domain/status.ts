/** Whether a call was answered 2xx; null: it was not answered at all. */
export const isSuccess = (status: number | null | undefined): boolean =>
	status !== null && status !== undefined && status >= 200 && status < 300;
