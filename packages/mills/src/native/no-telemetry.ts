// onnxruntime reports its use to its makers unless it is told not to. Workers have this variable already; it is for programs that
// run a mill in their own process.
process.env.ORT_DISABLE_TELEMETRY ??= "1";
